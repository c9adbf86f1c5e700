/** Files in the age format (age-encryption.org/v1): a recipient, a public key, can write them; its identity, the private key, read them. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from '../../platform/database/table-archive.ts'

export type Bytes = AsyncIterable<Uint8Array>

/** The number of bytes and the SHA-256 of the content before it was encrypted. */
export type Digest = { readonly bytes: number; readonly sha256: string }

export async function newKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export function measured(content: Bytes) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.byteLength
      yield chunk
    }
  }
  return { content: passing(), digest: (): Digest => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Encrypts bytes into a new file, which is then on the disk. Throws a {@link BackupError} if a recipient is not valid. */
export async function seal(path: string, recipients: readonly string[], clear: Bytes): Promise<Digest> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupError(`${recipient} is no age recipient: it starts with age1`)
    }
  }
  const { content, digest } = measured(clear)
  const sealed = await encrypter.encrypt(
    ReadableStream.from(content) as globalThis.ReadableStream<Uint8Array>,
  )
  await pipeline(
    Readable.fromWeb(sealed as ReadableStream<Uint8Array>),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return digest()
}

export async function readIdentities(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new BackupError(`${path} cannot be read`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) throw new BackupError(`${path} holds no AGE-SECRET-KEY-…`)
  return identities
}

/**
 * Yields the decrypted bytes of a file. Throws a {@link BackupError} at once if the file was encrypted for
 * another key. Throws one while reading if the file is damaged.
 */
export async function* unseal(path: string, identities: readonly string[]): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    const sealed = Readable.toWeb(createReadStream(path)) as globalThis.ReadableStream<Uint8Array>
    const clear = await decrypter.decrypt(sealed)
    yield* clear as ReadableStream<Uint8Array>
  } catch (error) {
    if (isMissing(error)) throw new BackupError(`${path} is missing: the backup is not whole`)
    const because = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      /no identity matched/.test(because)
        ? `${path} was not sealed for this key`
        : `${path} is damaged (${because})`,
    )
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
