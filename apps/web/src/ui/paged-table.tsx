/** A paged list of rows: a table from 860 px up, a stack of cards below. Both use the same column definitions. */
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { PagePicker, type PageState } from './page-picker.tsx'
import classes from './paged-table.module.css'
import { useWideScreen } from './wide-screen.ts'

export interface Column<Row> {
  header: string
  cell(row: Row): ReactNode
  /**
   * `title`: names the row and heads its card. `actions`: buttons without a visible header, full width at the end
   * of the card.
   */
  role?: 'title' | 'actions'
  align?: 'left' | 'right'
  /** Whether a card, on phones, leaves the value out. */
  wideOnly?: boolean
  /** Whether the cell stays on one line when the window is wide. */
  oneLine?: boolean
}

interface PagedTableProps<Row> {
  /** The content of the table, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string | number
  /** The level of the cards' headings: `h2`, or `h3` below a heading of the list. */
  cardHeading?: 'h2' | 'h3'
  /** Whether to highlight the row. */
  isHighlighted?(row: Row): boolean
  /** Whether the address leads to this row: it is scrolled into view and focused once, when it appears. */
  isTarget?(row: Row): boolean
  /** The pages, if the list has any; `noun` is the plural of what the rows are. */
  paging?: PageState & { noun: string; onPage(page: number): void }
  /** Whether the next page is loading and the shown rows are those of the previous page. */
  stale?: boolean
}

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const wide = useWideScreen()
  return (
    <div className={props.stale ? classes.stale : undefined} aria-busy={props.stale || undefined}>
      {wide ? <TableRows {...props} /> : <CardRows {...props} />}
      {props.paging && <PagePicker {...props.paging} />}
    </div>
  )
}

// Focuses the row after the router has focused the heading of the newly opened page.
function focusRow(row: HTMLElement | null) {
  if (!row) return
  const timer = setTimeout(() => {
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center' })
  })
  return () => clearTimeout(timer)
}

const targetProps = (is: boolean | undefined) => (is ? { ref: focusRow, tabIndex: -1 } : {})

function TableRows<Row>({ caption, columns, rows, rowKey, isHighlighted, isTarget }: PagedTableProps<Row>) {
  return (
    <div className={`portal-card ${classes.frame}`}>
      <Table verticalSpacing={14} horizontalSpacing="md">
        <caption className="portal-hidden">{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.header} scope="col" ta={column.align}>
                {column.role === 'actions' ? (
                  <span className="portal-hidden">{column.header}</span>
                ) : (
                  column.header
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr
              key={rowKey(row)}
              className={isHighlighted?.(row) ? `${classes.row} ${classes.highlighted}` : classes.row}
              {...targetProps(isTarget?.(row))}
            >
              {columns.map((column) =>
                column.role === 'title' ? (
                  <Table.Th key={column.header} scope="row" className={classes.title}>
                    {column.cell(row)}
                  </Table.Th>
                ) : (
                  <Table.Td
                    key={column.header}
                    ta={column.align}
                    className={column.oneLine ? classes.oneLine : undefined}
                  >
                    {column.role === 'actions' ? (
                      <div className={classes.actions}>{column.cell(row)}</div>
                    ) : (
                      column.cell(row)
                    )}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function CardRows<Row>(props: PagedTableProps<Row>) {
  const { caption, columns, rows, rowKey, isHighlighted, isTarget, cardHeading: Heading = 'h2' } = props
  const titles = columns.filter((column) => column.role === 'title')
  const values = columns.filter((column) => column.role === undefined && !column.wideOnly)
  const actions = columns.filter((column) => column.role === 'actions')
  return (
    <ul className={classes.cards} aria-label={caption}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={
            isHighlighted?.(row)
              ? `portal-card ${classes.card} ${classes.highlighted}`
              : `portal-card ${classes.card}`
          }
          {...targetProps(isTarget?.(row))}
        >
          {titles.map((column) => (
            <Heading key={column.header} className={classes.cardTitle}>
              {column.cell(row)}
            </Heading>
          ))}
          {values.length > 0 && (
            <dl className={classes.values}>
              {values.map((column) => (
                <div key={column.header}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
          {actions.map((column) => (
            <div key={column.header} className={classes.cardActions}>
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
