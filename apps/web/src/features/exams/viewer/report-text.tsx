import {
  containsConclusion,
  describeMissing,
  hasReadableText,
  type ReportBlock,
} from '@mi-portal/contract/results/report/report-text'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import classes from './report-text.module.css'

interface ReportTextProps {
  blocks: readonly ReportBlock[]
  /** Whether the exam has a PDF that this reader may open. */
  hasPdf: boolean
  conclusion: string | null
}

/**
 * Shows the text of a report in the words of its author, and says where something is missing. The conclusion follows, unless the text
 * contains it. With a PDF, the page says that the PDF is the signed document.
 */
export function ReportText({ blocks, hasPdf, conclusion }: ReportTextProps) {
  const isSaid = conclusion !== null && containsConclusion(blocks, conclusion)
  const parts = blocks.map((block, place) => ({ block, key: `${place} ${block.kind}` }))
  return (
    <>
      {blocks.length > 0 && (
        <section className={classes.report}>
          <h2>Informe</h2>
          {parts.map(({ block, key }) => (
            <Block key={key} block={block} hasPdf={hasPdf} />
          ))}
          {hasPdf && hasReadableText(blocks) && (
            <p className={classes.signed}>
              <IconInfoCircle size={20} stroke={1.75} aria-hidden />
              <span>
                El documento firmado es el PDF. Este texto viene del mismo informe: si algo no coincide, vale
                el PDF.
              </span>
            </p>
          )}
        </section>
      )}
      {conclusion !== null && !isSaid && (
        <section className={classes.conclusion}>
          <h2>Conclusión</h2>
          <p>{conclusion}</p>
        </section>
      )}
    </>
  )
}

const headings = { 1: 'h3', 2: 'h4', 3: 'h5' } as const

function Block({ block, hasPdf }: { block: ReportBlock; hasPdf: boolean }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = headings[block.level]
      return <Heading>{block.text}</Heading>
    }
    case 'paragraph':
      return <p>{block.text}</p>
    case 'preformatted':
      return (
        <Scrollable label="Texto con columnas">
          <pre>{block.text}</pre>
        </Scrollable>
      )
    case 'list':
      return <List items={block.items} />
    case 'table':
      return <Table caption={block.caption} rows={block.rows} />
    case 'missing':
      return (
        <Notice kind="warning">
          {describeMissing(block.what, hasPdf)}
          {block.text !== null && ` El informe dice sobre ella: «${block.text}».`}
        </Notice>
      )
  }
}

/** Lets a region that scrolls be reached by keyboard, because it may hold nothing else that can be. */
const reachable = { tabIndex: 0 } as const

/** Content that may be wider than the page. It is reached and moved by keyboard. */
function Scrollable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.wide} aria-label={label} {...reachable}>
      {children}
    </section>
  )
}

function List({ items }: { items: Extract<ReportBlock, { kind: 'list' }>['items'] }) {
  const rows = items.map((item, place) => ({ ...item, key: `${place} ${item.text}` }))
  return (
    <ul className={classes.list}>
      {rows.map(({ key, marker, level, text }) => (
        <li key={key} data-level={Math.min(level, 4)} data-marked={marker !== null || undefined}>
          {marker} {text}
        </li>
      ))}
    </ul>
  )
}

function Table({ caption, rows }: Omit<Extract<ReportBlock, { kind: 'table' }>, 'kind'>) {
  const lines = rows.map((row, place) => ({
    key: `${place}`,
    isHead: row.every(({ is_header }) => is_header),
    cells: row.map((cell, column) => ({ ...cell, key: `${column} ${cell.text}` })),
  }))
  return (
    <Scrollable label={caption ?? 'Tabla del informe'}>
      <table>
        {caption !== null && <caption>{caption}</caption>}
        <tbody>
          {lines.map(({ key, isHead, cells }) => (
            <tr key={key}>
              {cells.map((cell) =>
                cell.is_header ? (
                  <th
                    key={cell.key}
                    scope={isHead ? 'col' : 'row'}
                    colSpan={cell.columns}
                    rowSpan={cell.rows}
                  >
                    {cell.text}
                  </th>
                ) : (
                  <td key={cell.key} colSpan={cell.columns} rowSpan={cell.rows}>
                    {cell.text}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
