// The files of the embedded database, as PGlite's own folder but with syncs that reach the disk.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DiskFailedError } from './folder-errors.ts'
import type { LogSync, SyncCalls } from './log-sync.ts'
import { withFolder } from './sync-tree.ts'

/** A change of a file about to be made; paths are whole. Tests record these, or throw an error with a `code` to refuse one. */
export type FileChange =
  | { kind: 'write'; path: string; position: number; length: number }
  | { kind: 'resize'; path: string; size: number }
  | { kind: 'create' | 'remove'; path: string }
  | { kind: 'rename'; path: string; to: string }

export type Disk = SyncCalls & { before?(change: FileChange): void }

type FolderEvents = {
  logWritten(bytes: number): void
  /** A sync failed. */
  failure(error: Error): void
  /** The engine gave up (PostgreSQL's PANIC). */
  stopped(): void
}

type Stream = { node: object; nfd: number; position: number }
type Attributes = { size?: number }

/** What of Emscripten's Node file system is wrapped here. */
type NodeFiles = {
  realPath(node: object): string
  tryFSOperation<T>(operation: () => T): T
  node_ops: {
    mknod(parent: object, name: string, mode: number, device: unknown): object
    rename(node: object, folder: object, name: string): void
    unlink(parent: object, name: string): void
    rmdir(parent: object, name: string): void
    setattr(node: object, attributes: Attributes): void
  }
  stream_ops: {
    setattr(stream: Stream, attributes: Attributes): void
    write(stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number): number
    fsync?(stream: Stream): number
  }
}

type Module = { NODEFS: NodeFiles }

const logFile = /[\\/]pg_wal[\\/][0-9A-F]{24}$/
const controlFile = /[\\/]global[\\/]pg_control$/

/**
 * PostgreSQL itself knows what must be on the disk before what, and asks for it by fsync; PGlite's folder ignores those
 * calls. Here they are carried out, with one freedom taken: a sync of the write-ahead log is only noted and done beside
 * (`log.request`), so that commits can wait together without blocking the process. What makes that safe is that no other
 * change of any file is let through before the noted syncs are done (`log.settleNow`).
 */
export class SyncedFolder extends NodeFS {
  readonly #log: LogSync
  readonly #disk: Disk
  readonly #onLogWritten: (bytes: number) => void
  readonly #onFailure: (error: Error) => void
  readonly #onStopped: () => void
  /** Files and folders with nothing to sync: whatever was done to them is on the disk. */
  readonly #safe: Set<string>
  /** Folders with names made, changed or removed since their last sync. */
  readonly #renamedIn = new Set<string>()

  constructor(folder: string, safe: readonly string[], log: LogSync, disk: Disk, on: FolderEvents) {
    super(folder)
    this.#safe = new Set(safe)
    this.#log = log
    this.#disk = disk
    this.#onLogWritten = on.logWritten
    this.#onFailure = on.failure
    this.#onStopped = on.stopped
  }

  override async init(...[client, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options)
    // Before the base class's own step, which mounts the folder.
    const preRun = [(module: Module) => this.#wrap(module.NODEFS), ...(emscriptenOpts.preRun ?? [])]
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: this.#onStopped } }
  }

  #wrap(files: NodeFiles) {
    const { node_ops: names, stream_ops: streams } = files
    const { mknod, rename, unlink, rmdir, setattr } = names
    const { write, setattr: setStream } = streams
    const inside = (parent: object, name: string) => join(files.realPath(parent), name)
    const announce = (change: FileChange) => files.tryFSOperation(() => this.#before(change))

    names.mknod = (parent, name, mode, device) => {
      announce({ kind: 'create', path: inside(parent, name) })
      return mknod(parent, name, mode, device)
    }
    names.rename = (node, folder, name) => {
      announce({ kind: 'rename', path: files.realPath(node), to: inside(folder, name) })
      rename(node, folder, name)
    }
    names.unlink = (parent, name) => {
      announce({ kind: 'remove', path: inside(parent, name) })
      unlink(parent, name)
    }
    names.rmdir = (parent, name) => {
      announce({ kind: 'remove', path: inside(parent, name) })
      rmdir(parent, name)
    }
    names.setattr = (node, attributes) => {
      if (attributes.size !== undefined)
        announce({ kind: 'resize', path: files.realPath(node), size: attributes.size })
      setattr(node, attributes)
    }
    streams.setattr = (stream, attributes) => {
      if (attributes.size !== undefined)
        announce({ kind: 'resize', path: files.realPath(stream.node), size: attributes.size })
      setStream(stream, attributes)
    }
    streams.write = (stream, buffer, offset, length, position) => {
      announce({ kind: 'write', path: files.realPath(stream.node), position, length })
      return write(stream, buffer, offset, length, position)
    }
    streams.fsync = (stream) => {
      const path = files.realPath(stream.node)
      if (logFile.test(path)) this.#log.request(path)
      else files.tryFSOperation(() => this.#syncNow(path, stream.nfd))
      return 0
    }
  }

  #before(change: FileChange) {
    if (change.kind === 'write' && logFile.test(change.path)) {
      this.#onLogWritten(change.length)
    } else {
      this.#log.settleNow()
    }
    if (change.kind === 'write' && controlFile.test(change.path)) this.#syncNames()
    this.#disk.before?.(change)
    this.#safe.delete(change.path)
    if (change.kind === 'write' || change.kind === 'resize') return
    for (const path of change.kind === 'rename' ? [change.path, change.to] : [change.path]) {
      this.#safe.delete(path)
      this.#safe.delete(dirname(path))
      this.#renamedIn.add(dirname(path))
    }
  }

  #syncNow(path: string, descriptor: number) {
    if (this.#safe.has(path)) return
    try {
      this.#disk.now(path, descriptor)
    } catch (error) {
      const failure = new DiskFailedError(path, error)
      this.#onFailure(failure)
      throw failure
    }
    this.#safe.add(path)
    this.#renamedIn.delete(path)
  }

  /**
   * PostgreSQL leaves it to the file system that the name of a new table's file survives with its contents. Writing the
   * control file ends a checkpoint, after which the log can no longer make the file again: its name must be safe by then.
   */
  #syncNames() {
    for (const folder of this.#renamedIn) {
      if (existsSync(folder)) withFolder(folder, (descriptor) => this.#syncNow(folder, descriptor))
    }
    this.#renamedIn.clear()
  }
}
