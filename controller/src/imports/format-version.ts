/** Version of the form of exports. A larger one is not read: it would lose what is new in it. */
export const MAX_FORMAT_VERSION = 2
