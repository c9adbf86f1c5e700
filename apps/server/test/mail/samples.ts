import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { MailSample } from '../../src/platform/mail-layout.ts'

async function readExports(): Promise<unknown[]> {
  const modules = join(import.meta.dirname, '../../src/modules')
  const loaded: Promise<object>[] = globSync('**/*.mails.ts', { cwd: modules }).map(
    (file) => import(join(modules, file)),
  )
  return (await Promise.all(loaded)).flatMap((module): unknown[] => Object.values(module))
}

export async function readSamples(): Promise<MailSample[]> {
  return (await readExports()).filter((value) => Array.isArray(value)).flat()
}

export async function countTemplates(): Promise<number> {
  const isTemplate = (value: unknown) => typeof value === 'object' && value !== null && 'subject' in value
  return (await readExports()).filter(isTemplate).length
}
