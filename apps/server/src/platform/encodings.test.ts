import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encode, encodingFor } from './encodings.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5, br;q=0', 'gzip'],
  ['*', 'br'],
  ['br;q=0.000, *;q=0.1', 'gzip'],
  ['gzip;q=0, *;q=0', null],
  ['identity', null],
  ['', null],
  [undefined, null],
  ['brotli, xgzip', null],
])('for Accept-Encoding «%s» the encoding %s is chosen', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

test('an encoded text decodes to the same text and is smaller', async () => {
  const text = 'Próxima hora: miércoles. '.repeat(200)
  const br = await encode(text, 'br')
  const gz = await encode(text, 'gzip')
  expect(brotliDecompressSync(br).toString()).toBe(text)
  expect(gunzipSync(gz).toString()).toBe(text)
  for (const encoded of [br, gz]) expect(encoded.length).toBeLessThan(text.length / 10)
})
