// A disk whose power can be cut: it remembers what of a folder was synced, and what was only written.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Disk, FileChange } from '../../src/platform/database/embedded/synced-folder.ts'

type Range = { position: number; length: number }
type File = { safe: Buffer; unsynced: Range[] }

/** What a disk may have kept of the bytes and names that were written but not synced. */
export type Unsynced = 'lost' | 'some kept'

const block = 512

/** For what a drill or test does beside its point: no waiting for the machine's own disk. */
export const withoutSyncs: Disk = { later: async () => {}, now: () => {}, tree: async () => [] }

export class PowerCut implements Disk {
  readonly #folder: string
  /** By path under the folder: the names programs see, and those that a cut would leave. */
  readonly #names = new Map<string, File>()
  #safeNames = new Map<string, File>()
  readonly #safeFolders = new Set<string>()
  #off = false

  /** `folder` as it is now counts as synced. */
  constructor(folder: string) {
    this.#folder = folder
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isDirectory()) this.#safeFolders.add(this.#name(path))
      else this.#names.set(this.#name(path), { safe: readFileSync(path), unsynced: [] })
    }
    this.#safeNames = new Map(this.#names)
  }

  before(change: FileChange) {
    if (this.#off) return
    const name = this.#name(change.path)
    if (change.kind === 'write')
      this.#file(name).unsynced.push({ position: change.position, length: change.length })
    if (change.kind === 'resize') this.#file(name).unsynced.push({ position: change.size, length: 0 })
    if (change.kind === 'create') this.#names.set(name, { safe: Buffer.alloc(0), unsynced: [] })
    if (change.kind === 'remove') this.#names.delete(name)
    if (change.kind === 'rename') {
      this.#names.set(this.#name(change.to), this.#file(name))
      this.#names.delete(name)
    }
  }

  now(path: string) {
    if (this.#off) return
    if (statSync(path).isDirectory()) this.#syncNames(this.#name(path))
    else this.#capture(this.#name(path))()
  }

  async later(path: string) {
    if (this.#off) return
    const complete = this.#capture(this.#name(path))
    await wait(Math.random() * 4)
    if (!this.#off) complete()
  }

  async tree(folder: string) {
    return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  }

  /** From now on nothing counts any more. Leaves in `target` what the disk would hold. */
  cut(target: string, unsynced: Unsynced) {
    this.#off = true
    const names = new Map(this.#safeNames)
    if (unsynced === 'some kept') this.#keepSomeNames(names)
    for (const name of this.#safeFolders) mkdirSync(join(target, name), { recursive: true })
    for (const [name, file] of names) {
      const path = join(target, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, unsynced === 'some kept' ? this.#withSomeBlocks(file) : file.safe)
    }
  }

  #name(path: string) {
    return relative(this.#folder, path)
  }

  #file(name: string): File {
    const file = this.#names.get(name)
    if (!file) throw new Error(`${name} was changed before it was made`)
    return file
  }

  /** What the file holds now becomes safe when the returned function is called. */
  #capture(name: string): () => void {
    const file = this.#file(name)
    const ranges = [...file.unsynced]
    const now = readFileSync(join(this.#folder, name))
    return () => {
      // What a later sync has brought to the disk meanwhile is newer than what was seen here.
      const still = ranges.filter((range) => file.unsynced.includes(range))
      if (still.length === 0) return
      file.safe = merged(file.safe, now, still, now.length)
      file.unsynced = file.unsynced.filter((range) => !still.includes(range))
    }
  }

  #syncNames(folder: string) {
    const inside = (name: string) => (dirname(name) === '.' ? '' : dirname(name)) === folder
    for (const name of this.#safeNames.keys())
      if (inside(name) && !this.#names.has(name)) this.#safeNames.delete(name)
    for (const [name, file] of this.#names) {
      if (!inside(name)) continue
      if (statSync(join(this.#folder, name)).isDirectory()) this.#safeFolders.add(name)
      else this.#safeNames.set(name, file)
    }
  }

  #keepSomeNames(names: Map<string, File>) {
    for (const [name, file] of this.#names) {
      if (Math.random() < 0.5 && !statSync(join(this.#folder, name)).isDirectory()) names.set(name, file)
    }
    for (const name of this.#safeNames.keys())
      if (Math.random() < 0.5 && !this.#names.has(name)) names.delete(name)
  }

  #withSomeBlocks(file: File): Buffer {
    const name = [...this.#names].find(([, other]) => other === file)?.[0]
    if (file.unsynced.length === 0 || name === undefined) return file.safe
    const now = readFileSync(join(this.#folder, name))
    const kept: Range[] = []
    for (const { position, length } of file.unsynced) {
      const share = Math.random()
      for (let at = position; at < position + length; at += block) {
        if (Math.random() < share)
          kept.push({ position: at, length: Math.min(block, position + length - at) })
      }
    }
    const end = Math.max(file.safe.length, ...kept.map((range) => range.position + range.length))
    return merged(file.safe, now, kept, end)
  }
}

function merged(safe: Buffer, now: Buffer, ranges: Range[], size: number): Buffer {
  const result = Buffer.alloc(size)
  safe.copy(result, 0, 0, Math.min(safe.length, size))
  for (const { position, length } of ranges) {
    const end = Math.min(position + length, now.length, size)
    if (end > position) now.copy(result, position, position, end)
  }
  return result
}
