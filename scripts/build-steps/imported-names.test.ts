import { expect, test } from 'vitest'
import { findMissingNames } from './imported-names.ts'

test('a name that bundled code takes out of a file without that export is found, in each form of a dynamic import', () => {
  const files = new Map([
    ['codec-A1.mjs', ['default']],
    ['pdf-B2.mjs', ['writePdf', 'readPdf']],
  ])
  const find = (code: string) => findMissingNames(code, files)
  expect(find('let{Decoder}=await import("./codec-A1.mjs"),copy=1')).toEqual(['codec-A1.mjs: Decoder'])
  expect(find('(await import("./codec-A1.mjs")).Decoder()')).toEqual(['codec-A1.mjs: Decoder'])
  expect(find('let{default:codec}=await import("./codec-A1.mjs")')).toEqual([])
  expect(find('let{writePdf:write,gone:other}=await import("./pdf-B2.mjs")')).toEqual(['pdf-B2.mjs: gone'])
  for (const form of [
    'import("./codec-A1.mjs").then(({Decoder})=>1)',
    'let all=await import("./codec-A1.mjs")',
  ])
    expect(find(form)).toEqual(['codec-A1.mjs: names that are not read here'])
  expect(find('await Promise.all([import("./pdf-B2.mjs")])')).toEqual([])
  expect(find('await(await import("./pdf-B2.mjs")).readPdf(1);await import("./unnamed.mjs")')).toEqual([])
})
