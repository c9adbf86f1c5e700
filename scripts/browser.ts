/** Finds the Chromium of this machine. The tests do not download a browser. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/usr/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  'C:\\Program Files\\Google\\Chrome\\Application',
]

/** Returns the path of a Chromium that can be started, or null. Looks at CHROMIUM, then PATH, then the usual places. */
export function findBrowser(): string | null {
  const named = process.env.CHROMIUM
  if (named) return canRun(named) ? named : null
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...places]
  const candidates = folders.flatMap((folder) =>
    [...names, 'Google Chrome', 'chrome.exe'].map((name) => join(folder, name)),
  )
  return candidates.find(canRun) ?? null
}

/** Flags that stop Chromium's own network requests. As root, Chromium cannot use its sandbox. */
export function browserFlags(): string[] {
  const asRoot = process.getuid?.() === 0
  return [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
