import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export function findClamd(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'clamd')).find((path) => existsSync(path)) ?? null
}
