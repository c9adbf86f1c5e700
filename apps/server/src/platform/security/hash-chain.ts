/** A hash chain: entries are sealed in blocks, and each block contains the hash of the previous one. Also verifies blocks. */
import { createHash, hash as hashAtOnce } from 'node:crypto'

export type SealedEntry = { readonly id: number; readonly text: string }

export type Seal = {
  readonly number: number
  readonly first_id: number
  readonly last_id: number
  readonly entries: number
  readonly marks: Uint8Array
  readonly previous: Uint8Array
  readonly hash: Uint8Array
  readonly signature: Uint8Array
}

const noBlock = Buffer.alloc(32)

const markBytes = 8

function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const computeChecksum = (entry: SealedEntry) => hashAtOnce('sha256', entry.text, 'buffer').subarray(0, 4)

function listMarks(firstId: number, entries: readonly SealedEntry[]): Buffer {
  const marks = Buffer.alloc(entries.length * markBytes)
  for (const [index, entry] of entries.entries()) {
    marks.writeUInt32BE(entry.id - firstId, index * markBytes)
    computeChecksum(entry).copy(marks, index * markBytes + 4)
  }
  return marks
}

function computeHash(block: Omit<Seal, 'hash' | 'signature'>, entries: readonly SealedEntry[]): Buffer {
  const head = JSON.stringify([block.number, block.first_id, block.last_id, block.entries])
  const rows = sha256(...entries.map(({ text }) => `${Buffer.byteLength(text)}:${text}`))
  return sha256(block.previous, head, block.marks, rows)
}

export function createBlock(
  before: Pick<Seal, 'number' | 'hash'> | null,
  entries: readonly SealedEntry[],
): Omit<Seal, 'signature'> | null {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return null
  const block = {
    number: (before?.number ?? 0) + 1,
    first_id: first.id,
    last_id: last.id,
    entries: entries.length,
    marks: listMarks(first.id, entries),
    previous: Buffer.from(before?.hash ?? noBlock),
  }
  return { ...block, hash: computeHash(block, entries) }
}

export type Finding = {
  readonly block: number
  readonly entry: number | null
  readonly what: 'changed' | 'removed' | 'inserted' | 'seal' | 'missing' | 'signature'
}

type Mark = { readonly id: number; readonly checksum: Uint8Array }

function marksIn(seal: Seal): Mark[] {
  const marks = Buffer.from(seal.marks)
  return Array.from({ length: Math.floor(marks.length / markBytes) }, (_, index) => ({
    id: seal.first_id + marks.readUInt32BE(index * markBytes),
    checksum: marks.subarray(index * markBytes + 4, (index + 1) * markBytes),
  }))
}

function firstWrongEntry(seal: Seal, entries: readonly SealedEntry[]): Finding | null {
  const marks = marksIn(seal)
  for (let at = 0; at < Math.max(marks.length, entries.length); at += 1) {
    const [mark, entry] = [marks[at], entries[at]]
    if (entry === undefined || (mark !== undefined && mark.id < entry.id))
      return { block: seal.number, entry: mark?.id ?? null, what: 'removed' }
    if (mark === undefined || entry.id < mark.id)
      return { block: seal.number, entry: entry.id, what: 'inserted' }
    if (!computeChecksum(entry).equals(mark.checksum))
      return { block: seal.number, entry: entry.id, what: 'changed' }
  }
  return null
}

/** Returns the first problem of a block, or null. `entries` are all after the previous block, up to the last id of this one. */
export function findingIn(
  seal: Seal,
  before: Pick<Seal, 'number' | 'hash'> | null,
  entries: readonly SealedEntry[],
  isSigned: (hash: Uint8Array, signature: Uint8Array) => boolean,
): Finding | null {
  if (seal.number !== (before?.number ?? 0) + 1)
    return { block: (before?.number ?? 0) + 1, entry: null, what: 'missing' }
  const wrong = firstWrongEntry(seal, entries)
  if (wrong !== null) return wrong
  const isChained = Buffer.from(before?.hash ?? noBlock).equals(seal.previous)
  if (!isChained || !computeHash(seal, entries).equals(seal.hash))
    return { block: seal.number, entry: null, what: 'seal' }
  return isSigned(seal.hash, seal.signature) ? null : { block: seal.number, entry: null, what: 'signature' }
}
