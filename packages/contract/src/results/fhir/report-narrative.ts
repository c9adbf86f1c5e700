import { blockLines, describeMissing, type ReportBlock, type ReportCell } from '../report/report-text.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (one) => escapes[one] ?? '')
}

const withBreaks = (text: string) => escapeXml(text).replaceAll('\n', '<br/>')

function writeCell({ text, is_header, columns, rows }: ReportCell): string {
  const name = is_header ? 'th' : 'td'
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`
  return `<${name}${spans}>${withBreaks(text)}</${name}>`
}

function writeElement(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level + 1}>${escapeXml(block.text)}</h${block.level + 1}>`
    case 'paragraph':
      return `<p>${withBreaks(block.text)}</p>`
    case 'preformatted':
      return `<pre>${escapeXml(block.text)}</pre>`
    case 'list':
      return `<p>${withBreaks(blockLines(block).join('\n'))}</p>`
    case 'table': {
      const caption = block.caption === null ? '' : `<caption>${escapeXml(block.caption)}</caption>`
      const rows = block.rows.map((row) => `<tr>${row.map(writeCell).join('')}</tr>`).join('')
      return `<table>${caption}${rows}</table>`
    }
    case 'missing':
      return `<p>${escapeXml([describeMissing(block.what, true), block.text].filter(Boolean).join(' '))}</p>`
  }
}

export function reportNarrative(blocks: readonly ReportBlock[]) {
  if (blocks.length === 0) return undefined
  const div = `<div xmlns="http://www.w3.org/1999/xhtml">${blocks.map(writeElement).join('')}</div>`
  return { status: 'additional' as const, div }
}
