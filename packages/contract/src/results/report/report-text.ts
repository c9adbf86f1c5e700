/** The text of a report as headings, paragraphs, lists and tables of plain text: HTML of the sender is never passed on. */
import * as z from 'zod/mini'

/**
 * What the portal cannot show: an image, a table that it does not understand, another element (a form field, a video), the end of a
 * report that is too long, or a text that cannot be read.
 */
const missingKinds = ['image', 'table', 'element', 'rest', 'document'] as const
export type MissingKind = (typeof missingKinds)[number]

const tableCell = z.object({
  text: z.string(),
  is_header: z.boolean(),
  /** The number of columns and rows that the cell spans. */
  columns: z.int(),
  rows: z.int(),
})
export type ReportCell = z.output<typeof tableCell>

const reportBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.literal([1, 2, 3]), text: z.string() }),
  /** Lines are separated by `\n`. */
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  /** Lines of which the spaces matter, such as columns of numbers. */
  z.object({ kind: z.literal('preformatted'), text: z.string() }),
  z.object({
    kind: z.literal('list'),
    /** `marker` is the number of an item in an ordered list, such as `2.`; null for a bullet. The outermost level is 1. */
    items: z.array(z.object({ marker: z.nullable(z.string()), level: z.int(), text: z.string() })),
  }),
  z.object({
    kind: z.literal('table'),
    caption: z.nullable(z.string()),
    rows: z.array(z.array(tableCell)),
  }),
  /** Stands where a part of the report is missing. `text` is what the report itself says about that part, or null. */
  z.object({ kind: z.literal('missing'), what: z.enum(missingKinds), text: z.nullable(z.string()) }),
])
export type ReportBlock = z.output<typeof reportBlock>

/** Returns whether a document of this media type is a text that the portal reads. */
export function isTextType(contentType: string | undefined): boolean {
  return /^\s*text\/(html|plain)\s*(;|$)/i.test(contentType ?? '')
}

export function isHtmlType(contentType: string | undefined): boolean {
  return /^\s*text\/html/i.test(contentType ?? '')
}

/** The text of a report. It is empty if the report has no text, or if this reader must not see it. */
export const reportBlocks = z.array(reportBlock)

const missingTexts: Readonly<Record<MissingKind, string>> = {
  image: 'Aquí el informe tiene una imagen que el portal no puede mostrar.',
  table: 'Aquí el informe tiene una tabla que el portal no puede mostrar.',
  element: 'Aquí el informe tiene un elemento que el portal no puede mostrar.',
  rest: 'El informe es más largo de lo que el portal puede mostrar: aquí falta el final.',
  document: 'El portal no puede leer el texto de este informe.',
}

/** Returns what is said in place of a missing part, and where the whole report can be read. */
export function describeMissing(what: MissingKind, hasPdf: boolean): string {
  return `${missingTexts[what]} ${hasPdf ? 'Revisa el PDF.' : 'Pide el informe completo en la clínica.'}`
}

export function blockLines(block: ReportBlock): readonly string[] {
  switch (block.kind) {
    case 'list':
      return block.items.map(
        ({ marker, level, text }) =>
          `${'  '.repeat(level - 1)}${marker ?? '•'} ${text.replaceAll('\n', ' ')}`,
      )
    case 'table':
      return [
        ...(block.caption === null ? [] : [block.caption]),
        ...block.rows.map((row) => row.map(({ text }) => text.replaceAll('\n', ' ')).join(' | ')),
      ]
    case 'missing':
      return block.text === null ? [] : [block.text]
    default:
      return block.text.split('\n')
  }
}

const compact = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns whether the text of a report contains a conclusion word for word, so that it need not be shown twice. */
export function containsConclusion(blocks: readonly ReportBlock[], conclusion: string): boolean {
  return compact(blocks.flatMap(blockLines).join('\n')).includes(compact(conclusion))
}

export function hasReadableText(blocks: readonly ReportBlock[]): boolean {
  return blocks.some(({ kind }) => kind !== 'missing')
}

type StructuredReport = {
  readonly technique: string
  readonly findings: readonly string[]
  readonly impression: readonly string[]
  readonly reported_by: string
}

/** Returns the text of a report that has technique, findings and impression, as its PDF prints them. */
export function structuredReport(report: StructuredReport): ReportBlock[] {
  const part = (title: string, paragraphs: readonly string[]): ReportBlock[] => [
    { kind: 'heading', level: 1, text: title },
    ...paragraphs.map((text): ReportBlock => ({ kind: 'paragraph', text })),
  ]
  return [
    ...part('Técnica', [report.technique]),
    ...part('Hallazgos', report.findings),
    ...part('Impresión', report.impression),
    { kind: 'paragraph', text: `Informado por ${report.reported_by}` },
  ]
}
