/** Unpacks the Chromium from npm into the folder for temporary files. `npm-browser.ts` runs this with a folder of its own. */
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
