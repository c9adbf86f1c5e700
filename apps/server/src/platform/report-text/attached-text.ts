import { isHtmlType, type ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { readHtml } from './html-text.ts'
import { readPlainText } from './plain-text.ts'

const mostBytes = 1024 * 1024

function declaredEncoding(bytes: Uint8Array, contentType: string): string | null {
  const name = /charset\s*=\s*["']?([\w.:-]+)/i
  const [, ofType] = name.exec(contentType) ?? []
  if (ofType !== undefined) return ofType
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const [tag = ''] = isHtmlType(contentType) ? (/<meta[^>]*charset[^>]*>/i.exec(head) ?? []) : []
  return name.exec(tag)?.[1] ?? null
}

function decodeWith(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function decode(bytes: Uint8Array, contentType: string): string | null {
  const declared = declaredEncoding(bytes, contentType)
  if (declared !== null) return decodeWith(declared, bytes)
  // Older systems in Chile write Windows-1252 without saying so. Its letters with accents are no valid UTF-8.
  return decodeWith('utf-8', bytes) ?? decodeWith('windows-1252', bytes)
}

export function readAttachedText(bytes: Uint8Array | null, contentType: string): ReportBlock[] {
  const text = bytes === null || bytes.length > mostBytes ? null : decode(bytes, contentType)
  if (text === null) return [{ kind: 'missing', what: 'document', text: null }]
  return isHtmlType(contentType) ? readHtml(text) : readPlainText(text)
}
