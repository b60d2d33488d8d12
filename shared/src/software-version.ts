/** Version of the program: agents name it in Hello and in the User-Agent of their checks, metrics tell it. */
export const SOFTWARE_VERSION = '0.1.0'
