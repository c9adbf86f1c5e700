/**
 * Describes the device of a sign-in, as far as a server can tell without storing anything in the browser: the kind of browser, the kind of
 * system and the beginning of the IP address. Versions and the rest of the address change too often.
 */

export type Device = {
  /** The text by which the account's owner recognises the device: `Chrome en Windows`. */
  readonly words: string
  /** The beginning of the IP address: `190.45.•.•`. */
  readonly network: string
}

/** Number of devices remembered for each person. A sign-in with an older device is notified again. */
export const devicesRemembered = 20

// The order matters: most browsers also name the browsers they descend from.
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

// Real user agents are shorter. The limit protects against callers that send anything.
const longestRead = 500

export function describeDevice(userAgent: string | undefined, address: string): Device {
  const userAgentText = (userAgent ?? '').slice(0, longestRead)
  const named = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgentText))?.[1]
  const browser = named(browsers) ?? 'Otro navegador'
  const system = named(systems)
  return { words: system ? `${browser} en ${system}` : browser, network: addressBeginning(address) }
}

/** Shortens `190.45.17.3` to `190.45.•.•`, and a longer address to its first two groups. */
export function addressBeginning(address: string): string {
  const plain = address.replace(/\/\d+$/, '').replace(/^::ffff:/i, '')
  const [first = '', second = ''] = plain.split(plain.includes('.') ? '.' : ':')
  return plain.includes('.') ? `${first}.${second}.•.•` : `${first}:${second}:…`
}

type SignInFacts = {
  readonly unknown: boolean
  /** Other devices of this person were remembered. The first device of an account is not notified. */
  readonly others: boolean
  readonly tookOver: boolean
}

export function isUnusualSignIn({ unknown, others, tookOver }: SignInFacts): boolean {
  return tookOver || (unknown && others)
}
