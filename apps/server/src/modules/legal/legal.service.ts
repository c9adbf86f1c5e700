/** Legal texts: one source for the dialog, the page and the PDF. They change with a version of the portal only. */
import { Failure } from '@mi-portal/contract/failure'
import type { LegalKind } from '@mi-portal/contract/legal'
import { momentOf, showDay } from '@mi-portal/contract/values/dates'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { House } from '../../platform/mail-layout.ts'
import type { LegalStore, LegalText } from './legal.store.ts'

const titles: Readonly<Record<LegalKind, string>> = {
  terms: 'Términos y condiciones de uso',
  privacy: 'Política de privacidad',
  family_group: 'Declaración para el grupo familiar',
}

/** How long what is kept for a time is kept, by the name under which a text may say so: `{passportDays}`. */
type Periods = Readonly<Record<string, number>>

/** Writes the clinic's names and periods into a text and leaves nothing in it but headings, paragraphs and lists. */
async function fill(text: string, house: House, kept: Periods): Promise<string> {
  const names: Readonly<Record<string, string>> = {
    product: house.product,
    brand: house.brand,
    email: house.supportEmail,
    phone: house.supportPhone,
    ...Object.fromEntries(Object.entries(kept).map(([name, period]) => [name, String(period)])),
  }
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = names[name]
    return value === undefined ? whole : escapeHtml(value)
  })
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(filled, {
    allowedTags: ['h2', 'p', 'ul', 'li', 'strong'],
    allowedAttributes: {},
  })
}

export function legalService({ store, house, kept }: { store: LegalStore; house: House; kept: Periods }) {
  const texts = new Map<LegalKind, Promise<LegalText>>()
  const pdfs = new Map<LegalKind, Promise<Uint8Array>>()

  async function read(kind: LegalKind): Promise<LegalText> {
    const row = await store.newest(kind)
    if (row === null) throw new Failure('notFound')
    return { ...row, text: await fill(row.text, house, kept) }
  }

  /** Made once; a failure is not kept. */
  function once<T>(kept: Map<LegalKind, Promise<T>>, kind: LegalKind, make: () => Promise<T>): Promise<T> {
    const known = kept.get(kind)
    if (known !== undefined) return known
    const made = make().catch((error: unknown) => {
      kept.delete(kind)
      throw error
    })
    kept.set(kind, made)
    return made
  }

  const current = (kind: LegalKind) => once(texts, kind, () => read(kind))

  return {
    /** The text in force, as sanitised HTML. */
    current,
    pdf: (kind: LegalKind) =>
      once(pdfs, kind, async () => {
        const { text, version, valid_from } = await current(kind)
        const { textPdf } = await import('../../platform/text-pdf.ts')
        return textPdf({
          title: titles[kind],
          author: house.brand,
          madeAt: momentOf(valid_from, '00:00'),
          note: `Versión ${version}, vigente desde el ${showDay(valid_from)}`,
          html: text,
        })
      }),
  }
}

export type LegalService = ReturnType<typeof legalService>
