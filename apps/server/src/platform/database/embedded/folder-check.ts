// Looks at a data folder before the database is opened: what is incomplete is reported, never replaced by an empty one.
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FolderDamagedError } from './folder-errors.ts'
import { syncFile, syncNames } from './sync-tree.ts'

/** The PostgreSQL inside the pinned PGlite; another major version has another layout of its files. */
const postgresMajor = '18'
const needed = ['PG_VERSION', 'base', 'global', 'global/pg_control', 'pg_wal', 'pg_xact', 'pg_multixact']

/** Where PostgreSQL keeps what in `global/pg_control` (`ControlFileData` in its `catalog/pg_control.h`), little-endian. */
const control = { bytes: 8192, version: 8, state: 16, redo: 40, timeline: 48, versionWanted: 1800, closed: 1 }

/** Says that a database was made here once, so that a lost one is not taken for a first start. */
const marker = (folder: string) => join(folder, 'db.made')

/**
 * 'absent' when no database was ever made in `<folder>/db`; when one is there and looks whole, 'closed' when its last
 * user ended in order, else 'interrupted'.
 * Reads only. The log is checked here because PostgreSQL takes a log cut short for the end of all that was written.
 *
 * @throws {FolderDamagedError}
 */
export function checkFolder(folder: string): 'absent' | 'closed' | 'interrupted' {
  const place = join(folder, 'db')
  const damaged = (reason: string) => new FolderDamagedError(place, reason)
  if (!existsSync(place)) {
    if (existsSync(marker(folder))) throw damaged('it was made here before, and its files are gone')
    return 'absent'
  }
  if (!lstatSync(place).isDirectory()) throw damaged('it is not a folder')
  for (const name of needed) {
    if (!existsSync(join(place, name))) throw damaged(`${name} is missing`)
  }
  const version = readFileSync(join(place, 'PG_VERSION'), 'utf8').trim()
  if (version !== postgresMajor) {
    const other = /^\d+(\.\d+)?$/.test(version)
    throw damaged(
      other
        ? `it was made by PostgreSQL ${version}, this server has PostgreSQL ${postgresMajor}`
        : 'PG_VERSION is unreadable',
    )
  }
  const state = readFileSync(join(place, 'global/pg_control'))
  if (state.length !== control.bytes || state.readUInt32LE(control.version) !== control.versionWanted) {
    throw damaged('global/pg_control is unreadable')
  }
  const reason = faultInLog(
    join(place, 'pg_wal'),
    state.readBigUInt64LE(control.redo),
    state.readUInt32LE(control.timeline),
  )
  if (reason) throw damaged(reason)
  return state.readUInt32LE(control.state) === control.closed ? 'closed' : 'interrupted'
}

/** Kept from the first successful making on. */
export function markFolder(folder: string) {
  if (existsSync(marker(folder))) return
  writeFileSync(marker(folder), `${postgresMajor}\n`)
  syncFile(marker(folder))
  syncNames(folder)
}

/** From the segment where recovery would begin, every file of the log must be there, and whole. */
function faultInLog(logFolder: string, redo: bigint, timeline: number): string | null {
  const names = readdirSync(logFolder).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const sizes = names.map((name) => lstatSync(join(logFolder, name)).size)
  const size = Math.max(0, ...sizes)
  const short = names.find((_name, index) => sizes[index] !== size)
  if (short) return `the write-ahead log is cut short (pg_wal/${short})`
  if (size === 0 || (size & (size - 1)) !== 0) return 'the write-ahead log is missing (pg_wal)'
  const perGroup = 0x1_0000_0000 / size
  const numbers = new Set(
    names.map(
      (name) => Number.parseInt(name.slice(8, 16), 16) * perGroup + Number.parseInt(name.slice(16), 16),
    ),
  )
  const first = Number(redo / BigInt(size))
  for (let number = first; number <= Math.max(first, ...numbers); number += 1) {
    if (!numbers.has(number))
      return `a file of the write-ahead log is missing (pg_wal/${segmentName(timeline, number, perGroup)})`
  }
  return null
}

function segmentName(timeline: number, number: number, perGroup: number): string {
  return [timeline, Math.floor(number / perGroup), number % perGroup]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}
