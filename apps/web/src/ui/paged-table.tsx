/** A paged list of rows: a table from 860 px up, a stack of cards below. Both use the same column definitions. */
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { join } from './layout/layout.tsx'
import { pageSizes } from './list-address.ts'
import { PagePicker, type PageState } from './page-picker.tsx'
import { useIsPrinting } from './printing.ts'
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
  /** The name of the column in the order of the rows, which are sorted by it where the list is. */
  sortName?: string
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
  paging?: PageState & { noun: string; onPage(page: number): void; onLimit?(limit: number): unknown }
  /**
   * The order of the rows, which the headers of these columns change: the name of a column, with `-` before it for the reverse. Absent in the
   * usual order of the list.
   */
  order?: { by: string | undefined; columns: readonly string[]; onChange(by: string): unknown }
  /** Whether rows are low (44 to 52 px), for lists that staff work through. */
  dense?: boolean
  /** Whether the next page is loading and the shown rows are those of the previous page. */
  stale?: boolean
}

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  // Paper is narrow, and has room for rows of small text.
  const isPrinted = useIsPrinting() && props.dense
  const wide = useWideScreen() || isPrinted
  return (
    <div className={props.stale ? 'opacity-90' : undefined} aria-busy={props.stale || undefined}>
      <div style={isPrinted ? { zoom: 0.6 } : undefined}>
        {wide ? <TableRows {...props} /> : <CardRows {...props} />}
      </div>
      {props.paging && <Paging {...props.paging} />}
    </div>
  )
}

function Paging<Row>({ onLimit, ...paging }: NonNullable<PagedTableProps<Row>['paging']>) {
  const { total, limit } = paging
  const size = onLimit && total > pageSizes[0] && <PageSize limit={limit} onLimit={onLimit} />
  return <PagePicker {...paging} size={size} />
}

interface PageSizeProps {
  limit: number
  onLimit(limit: number): unknown
}

/** The choice of the number of rows of a page. */
function PageSize({ limit, onLimit }: PageSizeProps) {
  return (
    <label className="type-meta flex items-center gap-2 text-muted print:hidden">
      Filas por página
      <select
        className="min-h-11 rounded-md border border-control bg-card px-2 text-body"
        value={limit}
        onChange={({ currentTarget }) => onLimit(Number(currentTarget.value))}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
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

const highlight = 'bg-accent-soft shadow-[inset_4px_0_0_var(--color-accent)]'

const targetProps = (is: boolean | undefined) => (is ? { ref: focusRow, tabIndex: -1 } : {})

function TableRows<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isHighlighted,
  isTarget,
  dense,
  order,
}: PagedTableProps<Row>) {
  const cell = dense ? 'h-11 px-3 py-px' : 'px-4 py-3'
  return (
    <div className="relative overflow-x-auto rounded-card bg-card shadow-e1">
      <table className="w-full border-collapse text-left *:[thead]:bg-page *:[tbody]:rows [&_.portal-link]:tap-target">
        <caption className="portal-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                aria-sort={describeOrder(column, order)}
                className={join(
                  'type-meta py-3 font-strong text-muted',
                  dense ? 'px-3' : 'px-4',
                  column.align === 'right' && 'text-right',
                )}
              >
                {column.role === 'actions' ? (
                  <span className="portal-hidden">{column.header}</span>
                ) : (
                  <Header column={column} order={order} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={join('break-inside-avoid', isHighlighted?.(row) && highlight)}
              {...targetProps(isTarget?.(row))}
            >
              {columns.map((column) =>
                column.role === 'title' ? (
                  <th
                    key={column.header}
                    scope="row"
                    className={join(cell, 'font-normal', column.oneLine && 'wide:whitespace-nowrap')}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.header}
                    className={join(
                      cell,
                      column.align === 'right' && 'text-right',
                      column.oneLine && 'wide:whitespace-nowrap',
                    )}
                  >
                    {column.role === 'actions' ? (
                      <div
                        className={join(
                          'flex justify-end gap-2 [&_:is(a,button)]:whitespace-nowrap print:hidden',
                          !dense && 'flex-wrap',
                        )}
                      >
                        {column.cell(row)}
                      </div>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Order = PagedTableProps<unknown>['order']

function describeOrder({ sortName }: { sortName?: string }, order: Order) {
  if (sortName === undefined || !order?.columns.includes(sortName)) return undefined
  if (order.by === sortName) return 'ascending'
  return order.by === `-${sortName}` ? 'descending' : 'none'
}

/** The header of a column; a button where the rows can be sorted by it. */
function Header({ column, order }: { column: { header: string; sortName?: string }; order: Order }) {
  const sorted = describeOrder(column, order)
  if (!order || sorted === undefined) return column.header
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[sorted]
  return (
    <button
      type="button"
      className="plain-button -my-3 inline-flex min-h-11 items-center gap-1 font-strong"
      onClick={() => order.onChange(sorted === 'ascending' ? `-${column.sortName}` : String(column.sortName))}
    >
      {column.header}
      <Icon size={16} stroke={1.75} aria-hidden />
    </button>
  )
}

function CardRows<Row>(props: PagedTableProps<Row>) {
  const { caption, columns, rows, rowKey, isHighlighted, isTarget, cardHeading: Heading = 'h2' } = props
  const titles = columns.filter((column) => column.role === 'title')
  const values = columns.filter((column) => column.role === undefined && !column.wideOnly)
  const actions = columns.filter((column) => column.role === 'actions')
  return (
    <ul className="plain-list grid grid-cols-1 gap-3" aria-label={caption}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={join(
            'break-inside-avoid rounded-card bg-card p-4 wrap-anywhere shadow-e1 [&_.portal-link]:tap-target',
            isHighlighted?.(row) && highlight,
          )}
          {...targetProps(isTarget?.(row))}
        >
          {titles.map((column) => (
            <Heading key={column.header} className="type-body font-body font-strong">
              {column.cell(row)}
            </Heading>
          ))}
          {values.length > 0 && (
            <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
              {values.map((column) => (
                <div key={column.header} className="min-w-0">
                  <dt className="type-meta text-muted">{column.header}</dt>
                  <dd className="m-0 text-strong">{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
          {actions.map((column) => (
            <div
              key={column.header}
              // Three actions fit into one row of a phone.
              className="mt-4 flex flex-wrap gap-2 *:flex-[1_1_120px] has-[>:nth-child(3):last-child]:*:basis-[84px] print:hidden"
            >
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
