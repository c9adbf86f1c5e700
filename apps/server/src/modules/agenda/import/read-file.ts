/** Reads an uploaded file of calendars in a thread, because a library parses it. */
import { fileTooLarge, importLimits } from '@mi-portal/contract/agenda/calendar-import'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { createThread, ThreadError } from '../../../platform/threads/thread.ts'
import type { FileRow } from './import.rules.ts'
import { unreadableFile } from './import.rules.ts'

export type ParsedFile = { readonly rows: readonly FileRow[] } | { readonly problem: string }

const reader = createThread<Uint8Array, ParsedFile>({
  bundled: 'calendar-reader.mjs',
  source: 'src/modules/agenda/import/parse-files.ts',
  limits: { timeout: 10_000, idle: 60_000 },
})

function reject(msg: string): never {
  throw new ApiError('invalid', { param: 'content', msg })
}

export async function readCalendarFile(content: string): Promise<readonly FileRow[]> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > importLimits.bytes) reject(fileTooLarge)
  const parsed = await reader.ask(bytes).catch((error: unknown) => {
    if (error instanceof ThreadError) return { problem: unreadableFile }
    throw error
  })
  return 'problem' in parsed ? reject(parsed.problem) : parsed.rows
}
