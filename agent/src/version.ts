/** Version of the agent's software: in Hello, and in the User-Agent of its checks. */
export const SOFTWARE_VERSION = '0.1.0'
