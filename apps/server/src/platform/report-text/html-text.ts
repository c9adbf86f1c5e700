/**
 * Reads HTML from outside as blocks of plain text. Only the words of known elements are taken: no tag, attribute, style, script or address
 * is passed on as such. What cannot be shown is named at its place.
 */
import type { MissingKind, ReportBlock, ReportCell } from '@mi-portal/contract/results/report/report-text'
import { DomUtils, parseDocument } from 'htmlparser2'
import { type BlockCollector, cleanText, createBlockCollector, tidyLines } from './blocks.ts'
import { isRectangle, readSpan } from './html-table.ts'
import { lowered, raised, shifted } from './raised-text.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { readonly attribs: unknown }>

const deepest = 100

const splitNames = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const silent = splitNames('head title meta link script style template colgroup col source track param wbr')
const images = splitNames('img svg canvas picture image')
const unknownElements = splitNames(
  'input select textarea button iframe frame embed object applet video audio math meter progress map',
)
const blocks = splitNames(
  'html body p div section article main header footer aside nav address figure figcaption blockquote center fieldset legend details summary dl dt dd form hr',
)
const struck = splitNames('del s strike')

function isStruck({ name, attribs }: Element): boolean {
  const styles = (attribs['style'] ?? '').toLowerCase().split(';')
  const isDecoration = (style: string) => style.includes('text-decoration') && style.includes('line-through')
  return struck.has(name) || styles.some(isDecoration)
}

function findLink({ name, attribs }: Element, text: string): string | null {
  const address = name === 'a' ? (attribs['href'] ?? '').trim() : ''
  return /^https?:\/\//i.test(address) && !text.includes(address) ? address : null
}

type Missing = { readonly what: MissingKind; readonly text: string | null }

function describeMissing({ name, attribs }: Element): Missing | null {
  if (images.has(name)) return { what: 'image', text: cleanText(attribs['alt'] ?? '').trim() || null }
  return unknownElements.has(name) ? { what: 'element', text: null } : null
}

function readWords(nodes: readonly Node[], missing: Missing[], depth = 0): string {
  if (depth > deepest) {
    missing.push({ what: 'element', text: null })
    return ''
  }
  return nodes.map((node) => wordsOfNode(node, missing, depth)).join('')
}

function wordsOfNode(node: Node, missing: Missing[], depth: number): string {
  if (DomUtils.isText(node)) return cleanText(node.data).replace(/[ \t\n\f]+/g, ' ')
  // CDATA is text, and comments have no words.
  if (!DomUtils.isTag(node)) return DomUtils.isCDATA(node) ? readWords(node.children, missing, depth + 1) : ''
  const { name } = node
  if (silent.has(name)) return ''
  const gap = describeMissing(node)
  if (gap !== null || name === 'table') {
    missing.push(gap ?? { what: 'table', text: null })
    return ''
  }
  if (name === 'br') return '\n'
  const words = readWords(node.children, missing, depth + 1)
  if (words.trim() === '') return words
  if (name === 'sup') return shifted(words, raised, '^')
  if (name === 'sub') return shifted(words, lowered, '_')
  if (name === 'q') return `«${words.trim()}»`
  if (isStruck(node)) return `[texto tachado: ${words.trim()}]`
  if (name === 'li') return `\n• ${words.trim()}\n`
  if (blocks.has(name) || /^(h[1-6]|ul|ol|pre)$/.test(name)) return `\n${words}\n`
  const address = findLink(node, words)
  return address === null ? words : `${words.trimEnd()} (${address})`
}

function readExactText(nodes: readonly Node[], depth = 0): string {
  if (depth > deepest) return ''
  return nodes
    .map((node) => {
      if (DomUtils.isText(node)) return node.data
      if (!DomUtils.isTag(node)) return ''
      return node.name === 'br' ? '\n' : readExactText(node.children, depth + 1)
    })
    .join('')
}

function holdsTextOnly(nodes: readonly Node[], depth = 0): boolean {
  if (depth > deepest) return false
  return nodes.every(
    (node) =>
      !DomUtils.isTag(node) ||
      (/^(br|span|b|strong|i|em|u|font|code|tt)$/.test(node.name) &&
        !isStruck(node) &&
        holdsTextOnly(node.children, depth + 1)),
  )
}

const listTags = (nodes: readonly Node[]): Element[] => nodes.filter((node) => DomUtils.isTag(node))

function readParts(table: Element): { rows: Element[]; caption: Element | null } | null {
  const rows: Element[] = []
  let caption: Element | null = null
  for (const part of listTags(table.children)) {
    if (part.name === 'tr') rows.push(part)
    else if (part.name === 'caption') caption = part
    else if (['thead', 'tbody', 'tfoot'].includes(part.name)) rows.push(...listTags(part.children))
    else if (!silent.has(part.name)) return null
  }
  return rows.every(({ name }) => name === 'tr') ? { rows, caption } : null
}

/** Returns the words of a block if they are a title: one short line in bold, without a full stop. Otherwise returns null. */
function findTitle(nodes: readonly Node[]): string | null {
  if (!isBold(nodes)) return null
  const missing: Missing[] = []
  const words = tidyLines(readWords(nodes, missing))
  const isTitle = words !== '' && words.length <= 80 && !/[.\n]/.test(words) && missing.length === 0
  return isTitle ? words : null
}

function isBold(nodes: readonly Node[], depth = 0): boolean {
  if (depth > deepest) return false
  return nodes.every((node) => {
    if (!DomUtils.isTag(node)) return !DomUtils.isText(node) || node.data.trim() === ''
    return node.name === 'b' || node.name === 'strong' || isBold(node.children, depth + 1)
  })
}

const boldRank = 7

/** A list that is being read. Lists of several levels become one list with levels. */
type OpenList = { readonly level: number; readonly isOrdered: boolean; next: number }

function createReader(collector: BlockCollector) {
  let line = ''
  let items: { marker: string | null; level: number; text: string }[] = []
  let item: { readonly marker: string | null; readonly level: number } | null = null

  function endLine(): void {
    const text = tidyLines(line)
    line = ''
    if (text === '') return
    if (item === null) collector.addParagraphs(text)
    else {
      items.push({ ...item, text })
      // A second paragraph of an item has no marker of its own.
      item = { ...item, marker: '' }
    }
  }

  function endList(): void {
    endLine()
    if (items.length > 0) collector.add({ kind: 'list', items })
    items = []
  }

  function addMissing(missing: readonly Missing[]): void {
    for (const { what, text } of missing) {
      endList()
      collector.addMissing(what, text)
    }
  }

  function readHeading({ name, children }: Element): void {
    endList()
    const missing: Missing[] = []
    collector.addHeading(Number(name.slice(1)), readWords(children, missing))
    addMissing(missing)
  }

  function readPreformatted(element: Element, depth: number): void {
    endList()
    if (!holdsTextOnly(element.children)) {
      readAll(element.children, null, depth)
      return
    }
    const text = cleanText(readExactText(element.children)).replace(/^\n+/, '').trimEnd()
    if (text !== '') collector.add({ kind: 'preformatted', text })
  }

  function readList({ name, attribs, children }: Element, outer: OpenList | null, depth: number): void {
    endLine()
    const outerItem = item
    const start = Number.parseInt(attribs['start'] ?? '1', 10)
    const list = {
      level: (outer?.level ?? 0) + 1,
      isOrdered: name === 'ol',
      next: Number.isNaN(start) ? 1 : start,
    }
    readAll(children, list, depth)
    endLine()
    item = outerItem
    if (outer === null) endList()
  }

  function readItem({ attribs, children }: Element, list: OpenList | null, depth: number): void {
    endLine()
    const open = list ?? { level: 1, isOrdered: false, next: 1 }
    const value = Number.parseInt(attribs['value'] ?? '', 10)
    if (!Number.isNaN(value)) open.next = value
    const before = item
    item = { marker: open.isOrdered ? `${open.next}.` : null, level: open.level }
    open.next += 1
    readAll(children, open, depth)
    endLine()
    item = before
    if (list === null) endList()
  }

  function readCells(row: Element, missing: Missing[]): ReportCell[] | null {
    const cells: ReportCell[] = []
    for (const { name, attribs, children } of listTags(row.children)) {
      if (name !== 'td' && name !== 'th') return null
      const [columns, rows] = [readSpan(attribs['colspan']), readSpan(attribs['rowspan'])]
      const inner: Missing[] = []
      const text = tidyLines(readWords(children, inner)).replace(/\n+/g, '\n')
      if (columns === null || rows === null || inner.some(({ what }) => what === 'table')) return null
      missing.push(...inner)
      cells.push({ text, is_header: name === 'th', columns, rows })
    }
    return cells
  }

  function readArrangement(rows: readonly Element[], depth: number): void {
    for (const row of rows) {
      endList()
      readAll(
        listTags(row.children).flatMap(({ children }) => children),
        null,
        depth,
      )
      endList()
    }
  }

  function readGrid(rows: readonly Element[], missing: Missing[]): ReportCell[][] | null {
    const grid: ReportCell[][] = []
    for (const row of rows) {
      const cells = readCells(row, missing)
      if (cells === null) return null
      grid.push(cells)
    }
    return isRectangle(grid) ? grid : null
  }

  function readTable(table: Element, depth: number): void {
    endList()
    const parts = readParts(table)
    const missing: Missing[] = []
    const caption = parts?.caption ? tidyLines(readWords(parts.caption.children, missing)) || null : null
    const rows = parts?.rows.filter(({ children }) => listTags(children).length > 0) ?? []
    if (parts !== null && rows.every(({ children }) => listTags(children).length === 1)) {
      collector.addParagraphs(caption ?? '')
      readArrangement(rows, depth)
    } else {
      const grid = parts === null ? null : readGrid(rows, missing)
      if (grid === null) collector.addMissing('table', caption)
      else collector.add({ kind: 'table', caption, rows: grid })
    }
    addMissing(missing)
  }

  function readInline(element: Element, depth: number): void {
    const missing: Missing[] = []
    line += wordsOfNode(element, missing, depth)
    addMissing(missing)
  }

  function readKnown(element: Element, list: OpenList | null, depth: number): void {
    const { name } = element
    if (name === 'ul' || name === 'ol') readList(element, list, depth)
    else if (name === 'li') readItem(element, list, depth)
    else if (name === 'table') readTable(element, depth)
    else if (name === 'pre') readPreformatted(element, depth)
    else if (blocks.has(name)) readBlock(element, list, depth)
    else if (isStruck(element) || /^(a|sup|sub|q|br)$/.test(name)) readInline(element, depth)
    // An element inside a line that contains blocks, such as a span around paragraphs, is read like its contents.
    else readAll(element.children, list, depth)
  }

  function readElement(element: Element, list: OpenList | null, depth: number): void {
    const gap = describeMissing(element)
    if (silent.has(element.name)) return
    if (gap !== null) addMissing([gap])
    else if (/^h[1-6]$/.test(element.name)) readHeading(element)
    else readKnown(element, list, depth)
  }

  function readBlock(element: Element, list: OpenList | null, depth: number): void {
    endLine()
    const { children } = element
    const title = item === null && !isStruck(element) ? findTitle(children) : null
    if (isStruck(element)) readInline(element, depth)
    else if (title !== null) collector.addHeading(boldRank, title)
    else readAll(children, list, depth)
    endLine()
  }

  function readAll(nodes: readonly Node[], list: OpenList | null, depth: number): void {
    if (depth > deepest) {
      addMissing([{ what: 'element', text: null }])
      return
    }
    for (const node of nodes) {
      if (DomUtils.isTag(node)) readElement(node, list, depth + 1)
      else line += wordsOfNode(node, [], depth)
    }
  }

  return {
    read: (nodes: readonly Node[]) => {
      readAll(nodes, null, 0)
      endList()
    },
  }
}

/** The longest text, and the most elements. The parser moves all open elements for each one, so a page of 1 MB can take minutes. */
const [mostCharacters, mostElements] = [1024 * 1024, 20_000]

function isReadable(html: string): boolean {
  return html.length <= mostCharacters && (html.match(/<[a-z]/gi)?.length ?? 0) <= mostElements
}

export function readHtml(html: string): ReportBlock[] {
  if (!isReadable(html)) return [{ kind: 'missing', what: 'document', text: null }]
  const collector = createBlockCollector()
  const page = parseDocument(html, { recognizeSelfClosing: true, recognizeCDATA: true })
  createReader(collector).read(page.children)
  return collector.finish()
}
