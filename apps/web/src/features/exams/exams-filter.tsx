/** Search and filters of the list of exams. They are part of the address, so that Back and reload keep them. */
import { type ExamType, examSearchMax } from '@mi-portal/contract/exams/exams'
import { IconArrowsDiff, IconPrinter, IconShare2 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { now } from '../../lib/clock.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ActionMenu, MenuButton } from '../../ui/layers/action-menu.tsx'
import { Cluster } from '../../ui/layout/layout.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { SearchField } from '../../ui/search-field.tsx'

const SelectField = lazyComponent(async () => (await import('../../ui/select-field.tsx')).SelectField)

/** What the list is limited to. */
export interface ExamFilter {
  q?: string
  year?: number
}

/** What can be done with the whole list; what is absent is not offered. */
interface ListActions {
  onCompare?: (() => unknown) | undefined
  /** Opens the list of what was shared. */
  onShares?: (() => unknown) | undefined
  onPrint(): unknown
}

interface ExamsFilterProps {
  type: ExamType
  filter: ExamFilter
  /** The actions beside the search; absent where a menu in the page's heading has them. */
  actions: ListActions | undefined
  onFilter(filter: ExamFilter): unknown
}

const allYears = { id: '', name: 'Todos' }
const iconSize = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Returns the years from the first one whose results are shown to the present one, the latest first. */
function listYears(type: ExamType): readonly { id: number; name: string }[] {
  const first = Number(portal.clinic.results_from[type].slice(0, 4))
  const last = now().getFullYear()
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => ({
    id: last - index,
    name: String(last - index),
  }))
}

/** The actions that there are, in their order. */
function listActions({ onCompare, onShares, onPrint }: ListActions) {
  const all = [
    { label: 'Comparar', icon: IconArrowsDiff, run: onCompare },
    { label: 'Compartidos', icon: IconShare2, run: onShares },
    { label: 'Imprimir', icon: IconPrinter, run: onPrint },
  ]
  return all.flatMap(({ run, ...action }) => (run === undefined ? [] : [{ ...action, run }]))
}

/** The actions of the list on phones. */
export function ListMenu(actions: ListActions) {
  return (
    <ActionMenu label="Más acciones de la lista" title="Mis Exámenes">
      {listActions(actions).map(({ label, icon, run }) => (
        <MenuButton key={label} icon={icon} onClick={run}>
          {label}
        </MenuButton>
      ))}
    </ActionMenu>
  )
}

export function ExamsFilter({ type, filter, actions, onFilter }: ExamsFilterProps) {
  return (
    <Cluster gap="xs" className="print:hidden">
      <div className="min-w-0 flex-[1_1_8.75rem]">
        <SearchField
          label="Busca un examen o una medición"
          placeholder={actions ? undefined : 'Busca un examen'}
          maxLength={examSearchMax}
          value={filter.q ?? ''}
          onSearch={(q) => onFilter({ ...filter, q })}
        />
      </div>
      <div className="-mt-2 min-h-12 w-[7rem]">
        <Suspense>
          <SelectField
            label={<span className="portal-hidden">Año</span>}
            placeholder="Año"
            options={filter.year === undefined ? listYears(type) : [allYears, ...listYears(type)]}
            value={filter.year === undefined ? '' : String(filter.year)}
            onChange={(year) => onFilter({ q: filter.q, ...(year === '' ? {} : { year: Number(year) }) })}
          />
        </Suspense>
      </div>
      {actions &&
        listActions(actions).map(({ label, icon: Icon, run }) => (
          <Button key={label} variant="text" leftSection={<Icon {...iconSize} />} onClick={run}>
            {label}
          </Button>
        ))}
    </Cluster>
  )
}
