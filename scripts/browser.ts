/** The Chromium of this machine: a browser for tests is not downloaded. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/usr/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  'C:\\Program Files\\Google\\Chrome\\Application',
]

/** Path of a Chromium that can be started, or null: CHROMIUM, then PATH, then the usual places. */
export function findBrowser(): string | null {
  const named = process.env.CHROMIUM
  if (named) return canRun(named) ? named : null
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...places]
  const candidates = folders.flatMap((folder) =>
    [...names, 'Google Chrome', 'chrome.exe'].map((name) => join(folder, name)),
  )
  return candidates.find(canRun) ?? null
}

/** Flags that keep it from calling home; as root it has no sandbox to run in. */
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
