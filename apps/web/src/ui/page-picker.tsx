import { Pagination } from '@mantine/core'
import classes from './page-picker.module.css'

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
}

/** Shows `1 a 5 de 18 exámenes` and the pages; nothing when all rows fit on one page. */
export function PagePicker({ page, limit, total, total_more, noun, onPage }: PagePickerProps) {
  const pages = Math.ceil(total / limit)
  if (pages <= 1) return null
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  return (
    <nav className={classes.bar} aria-label={`Páginas de ${noun}`}>
      <p className={classes.count} aria-live="polite">
        {first} a {last} de {total_more ? `${total.toLocaleString('es-CL')}+` : total} {noun}
      </p>
      <Pagination
        value={page}
        total={pages}
        siblings={1}
        onChange={onPage}
        getItemProps={(number) => ({ 'aria-label': `Página ${number}` })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' ? 'Página anterior' : 'Página siguiente',
        })}
      />
    </nav>
  )
}
