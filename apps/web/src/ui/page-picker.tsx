import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/**
 * Position in a list: `total` is the number of all rows; `total_more` is true when there are more than the server
 * counted.
 */
export interface PageState {
  page: number
  limit: number
  total: number
  total_more?: boolean
}

interface PagePickerProps extends PageState {
  /** What the rows are, in the plural: `exámenes`. */
  noun: string
  onPage(page: number): void
  /** The choice of the number of rows, where there is one. */
  size?: ReactNode
}

/** Shows `1 a 5 de 18 exámenes` and the pages; nothing when all rows fit on one page and there is no other size. */
export function PagePicker({ page, limit, total, total_more, noun, onPage, size }: PagePickerProps) {
  const pages = Math.ceil(total / limit)
  if (pages <= 1 && !size) return null
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  return (
    <nav
      className="mt-4 flex flex-wrap items-center justify-between gap-x-4"
      aria-label={`Páginas de ${noun}`}
    >
      <p className="type-meta text-muted" aria-live="polite">
        {first} a {last} de {total_more ? `${total.toLocaleString('es-CL')}+` : total} {noun}
      </p>
      {size}
      <div className="ml-auto flex flex-wrap print:hidden">
        <button
          type="button"
          className={control}
          aria-label="Página anterior"
          disabled={page === 1}
          onClick={() => onPage(page - 1)}
        >
          <IconChevronLeft size={20} stroke={1.75} aria-hidden />
        </button>
        {listShown(page, pages).map((number) =>
          number < 1 ? (
            <span key={number} className="grid size-11 place-items-center text-muted" aria-hidden>
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className={control}
              aria-label={`Página ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ),
        )}
        <button
          type="button"
          className={control}
          aria-label="Página siguiente"
          disabled={page === pages}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
    </nav>
  )
}

const control =
  'plain-button grid size-11 place-items-center rounded-md text-strong hover:bg-soft disabled:cursor-default disabled:text-muted disabled:opacity-50 disabled:hover:bg-transparent aria-[current]:bg-soft aria-[current]:font-strong aria-[current]:text-on-soft'

/** Returns the pages that can be chosen: the first, the last and those around the present one; the negative number of a page stands for a gap before it. */
function listShown(page: number, pages: number): number[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages)
  return shown.flatMap((one, index) => {
    const before = shown[index - 1]
    if (before === undefined || one === before + 1) return [one]
    return one === before + 2 ? [before + 1, one] : [-one, one]
  })
}
