import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of Debian's rsyslog; null if the program or its TLS module is not installed. */
export function findRsyslog(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const program = folders.map((folder) => join(folder, 'rsyslogd')).find((path) => existsSync(path))
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  const hasTls = libraries.some((name) => existsSync(join('/usr/lib', name, 'rsyslog/lmnsd_gtls.so')))
  return program !== undefined && hasTls ? program : null
}
