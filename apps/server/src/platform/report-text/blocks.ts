import type { MissingKind, ReportBlock } from '@mi-portal/contract/results/report/report-text'

/** A longer text is cut, and the cut is named. */
const mostBlocks = 1_500
const mostCharacters = 200_000

/** A heading of which the level is not computed yet: 1 is the highest, and levels may be left out. */
type RawHeading = { readonly kind: 'raw-heading'; readonly rank: number; readonly text: string }
type RawBlock = Exclude<ReportBlock, { kind: 'heading' }> | RawHeading

/** Removes what is invisible: control characters, changes of direction, and halves of surrogate pairs, which no database stores. */
export function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\r/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '')
    .toWellFormed()
}

export function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Gives each heading a level from 1 to 3, so that none is more than one level below the heading before it. */
function withLevels(blocks: readonly RawBlock[]): ReportBlock[] {
  const ranks = [
    ...new Set(blocks.flatMap((block) => (block.kind === 'raw-heading' ? block.rank : []))),
  ].toSorted((one, other) => one - other)
  const levels = [1, 2, 3] as const
  let last = 0
  return blocks.map((block) => {
    if (block.kind !== 'raw-heading') return block
    const level = levels[Math.min(ranks.indexOf(block.rank), last, 2)] ?? 3
    last = level
    return { kind: 'heading', level, text: block.text }
  })
}

export function createBlockCollector() {
  const blocks: RawBlock[] = []
  let characters = 0
  let isFull = false

  function add(block: RawBlock): void {
    if (isFull) return
    characters += JSON.stringify(block).length
    isFull = blocks.length >= mostBlocks || characters > mostCharacters
    blocks.push(isFull ? { kind: 'missing', what: 'rest', text: null } : block)
  }

  return {
    add,
    addParagraphs: (text: string) => {
      for (const part of tidyLines(text).split('\n\n'))
        if (part !== '') add({ kind: 'paragraph', text: part })
    },
    addHeading: (rank: number, text: string) => {
      const line = tidyLines(text).replace(/\n+/g, ' ')
      if (line !== '') add({ kind: 'raw-heading', rank, text: line })
    },
    addMissing: (what: MissingKind, text: string | null = null) => add({ kind: 'missing', what, text }),
    finish: () => withLevels(blocks),
  }
}

export type BlockCollector = ReturnType<typeof createBlockCollector>
