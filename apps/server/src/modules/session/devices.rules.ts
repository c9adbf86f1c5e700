/**
 * From which device somebody signs in, as far as a server can tell without leaving anything in the browser: the kind of
 * browser, the kind of system and the beginning of the address. Versions and the rest of the address change by themselves.
 */

export type Device = {
  /** What its owner recognises: `Chrome en Windows`. */
  readonly words: string
  /** The beginning of the address: `190.45.•.•`. */
  readonly network: string
}

/** Devices of one person that are remembered; who comes back with an older one is told of it again. */
export const devicesRemembered = 20

// In this order: most browsers also name those they descend from.
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

// What a browser says of itself is told to be short; whoever calls can send anything.
const longestRead = 500

export function deviceOf(userAgent: string | undefined, address: string): Device {
  const told = (userAgent ?? '').slice(0, longestRead)
  const named = (table: typeof browsers) => table.find(([pattern]) => pattern.test(told))?.[1]
  const browser = named(browsers) ?? 'Otro navegador'
  const system = named(systems)
  return { words: system ? `${browser} en ${system}` : browser, network: addressBeginning(address) }
}

/** `190.45.17.3` as `190.45.•.•`; of a longer address the first two groups. */
export function addressBeginning(address: string): string {
  const plain = address.replace(/\/\d+$/, '').replace(/^::ffff:/i, '')
  const [first = '', second = ''] = plain.split(plain.includes('.') ? '.' : ':')
  return plain.includes('.') ? `${first}.${second}.•.•` : `${first}:${second}:…`
}

/** What is worth a mail about a sign-in. */
type Arrival = {
  /** The device was not remembered. */
  readonly unknown: boolean
  /** Others of this person were: the first device of an account is no news. */
  readonly others: boolean
  /** A session of another device was open and could still be used. */
  readonly tookOver: boolean
}

export function isNews({ unknown, others, tookOver }: Arrival): boolean {
  return tookOver || (unknown && others)
}
