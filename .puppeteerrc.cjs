/** Agents bring a Chrome of their own or use the system's: puppeteer is to download none. */
module.exports = { skipDownload: true }
