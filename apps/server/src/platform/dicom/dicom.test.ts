import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  type ImageFileOptions,
  imageUids,
  makeImageFile,
} from '../../../test/external/image-archive/image-file.ts'
import { type DicomHead, headText, withHead } from './file-head.ts'
import { createMediaDirectory } from './media-directory.ts'

const samples = join(import.meta.dirname, '../../../test/external/image-archive/transfer-syntaxes')
const uids = imageUids(1)

/** Reads a file in pieces. Returns its head, the bytes that were passed on, and how many pieces were read when the head was known. */
async function read(file: Buffer, pieceBytes = 1_000) {
  let [head, pieces, headAt]: [DicomHead | null, Buffer[], number] = [null, [], 0]
  async function* chunks() {
    for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes)
  }
  const passed = withHead(chunks(), (found) => {
    head = found
    headAt = pieces.length
  })
  for await (const chunk of passed) pieces = [...pieces, Buffer.from(chunk)]
  return { head: head as DicomHead | null, bytes: Buffer.concat(pieces), headAt }
}

const headOf = async (file: ImageFileOptions = {}) => (await read(makeImageFile(file))).head

function deflatedFile(options: ImageFileOptions): Buffer {
  const file = makeImageFile({ ...options, transferSyntax: '1.2.840.10008.1.2.1.99' })
  const start = file.indexOf(Buffer.from([8, 0, 5, 0, ...Buffer.from('CS')]))
  return Buffer.concat([file.subarray(0, start), deflateRawSync(file.subarray(start))])
}

test.each([
  ['implicit', 1],
  ['explicit', 2],
  ['big-endian', 3],
  ['deflated', 4],
])('the head of a file with the syntax «%s» is read', async (syntax, series) => {
  const of = imageUids(1, series)
  const { head } = await read(
    syntax === 'deflated' ? deflatedFile(of) : readFileSync(join(samples, `${syntax}.dcm`)),
  )
  const { study, instance, patientName } = head?.values ?? {}
  expect([study, head?.values.series, instance].map(headText)).toEqual([of.study, of.series, of.instance])
  expect(patientName?.toString('utf8').trim()).toBe('Prueba^Paciente')
})

test('a file is passed on unchanged, and its head is known long before its end', async () => {
  const file = makeImageFile({ pixels: Buffer.alloc(300_000, 7) })
  const { bytes, head, headAt } = await read(file)
  expect(bytes.equals(file)).toBe(true)
  expect(headText(head?.values.instance)).toBe(uids.instance)
  expect(headAt).toBeLessThan(10)
})

test('a head with a large private element is read', async () => {
  expect(headText((await headOf({ privateBytes: 600_000 }))?.values.study)).toBe(uids.study)
})

test('a head that is larger than 8 MB is an error', async () => {
  const file = makeImageFile({ privateBytes: 9 * 1024 * 1024 })
  await expect(read(file, 1024 * 1024)).rejects.toThrow('a head that is too large')
})

test('a file that ends within its head, and one that is no DICOM file, are errors', async () => {
  const file = makeImageFile()
  await expect(read(file.subarray(0, 500))).rejects.toThrow('ends within its head')
  await expect(read(Buffer.alloc(9_000, 'no'))).rejects.toThrow('no DICOM file')
})

test('the positions in a directory lead from patient to study, series and images', async () => {
  const files = await Promise.all(
    [
      { series: '1.2.1', instance: '1.2.1.1' },
      { series: '1.2.1', instance: '1.2.1.2' },
      { series: '1.2.2', instance: '1.2.2.1' },
    ].map(async (own, index) => {
      const head = await headOf(own)
      if (head === null) throw new Error('no head')
      return { path: ['DICOM', `IM${index + 1}`], head }
    }),
  )
  const bytes = createMediaDirectory(files)

  /** Reads a record: the positions of the next one and of the first one below, its type, and the file that it names. */
  function recordAt(position: number) {
    expect(bytes.readUInt32LE(position)).toBe(0xe000_fffe)
    const end = position + 8 + bytes.readUInt32LE(position + 4)
    const record = bytes.subarray(position + 8, end)
    const typeLength = record.readUInt16LE(34 + 6)
    return {
      next: record.readUInt32LE(8),
      below: record.readUInt32LE(12 + 10 + 8),
      type: record.toString('latin1', 34 + 8, 34 + 8 + typeLength).trim(),
      file: /DICOM\\IM\d/.exec(record.toString('latin1'))?.[0],
    }
  }
  function recordsFrom(position: number): unknown[] {
    if (position === 0) return []
    const { next, below, type, file } = recordAt(position)
    return [[type, ...(file ? [file] : []), ...recordsFrom(below)], ...recordsFrom(next)]
  }
  const first = bytes.indexOf(Buffer.from([4, 0, 0, 0x12])) + 8
  expect(recordsFrom(bytes.readUInt32LE(first))).toEqual([
    [
      'PATIENT',
      [
        'STUDY',
        ['SERIES', ['IMAGE', 'DICOM\\IM1'], ['IMAGE', 'DICOM\\IM2']],
        ['SERIES', ['IMAGE', 'DICOM\\IM3']],
      ],
    ],
  ])
})

test('a directory has no record of a file without an image, and fills in what a file lacks', async () => {
  const bare = await headOf({ isBare: true })
  const report = await headOf({ sopClass: '1.2.840.10008.5.1.4.1.1.88.11', instance: '1.2.840.1.1.2' })
  if (bare === null || report === null) throw new Error('no head')
  const text = createMediaDirectory([
    { path: ['DICOM', 'IM1'], head: bare },
    { path: ['DICOM', 'IM2'], head: report },
  ]).toString('latin1')
  expect(text).toContain('DICOM\\IM1')
  expect(text).not.toContain('DICOM\\IM2')
  expect(text).toContain('19000101')
})
