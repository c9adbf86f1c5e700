/** Search and filters of the list of exams. They are part of the address, so that Back and reload keep them. */
import { type ExamType, examSearchMax } from '@mi-portal/contract/exams'
import { IconArrowsDiff, IconPrinter } from '@tabler/icons-react'
import { now } from '../../lib/clock.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ActionMenu, MenuButton } from '../../ui/layers/action-menu.tsx'
import { Cluster } from '../../ui/layout/layout.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ShortListField } from '../../ui/short-list-field.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'

/** What the list is limited to. */
export interface ExamFilter {
  q?: string
  year?: number
}

interface ExamsFilterProps {
  type: ExamType
  filter: ExamFilter
  onFilter(filter: ExamFilter): unknown
  onCompare(): unknown
  onPrint(): unknown
}

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

export function ExamsFilter({ type, filter, onFilter, onCompare, onPrint }: ExamsFilterProps) {
  const isWide = useWideScreen()
  const compares = type === 'laboratory'
  return (
    <Cluster gap="xs" className="print:hidden">
      <div className="min-w-0 flex-[1_1_140px]">
        <SearchField
          label="Busca un examen o una medición"
          maxLength={examSearchMax}
          value={filter.q ?? ''}
          onSearch={(q) => onFilter({ ...filter, q })}
        />
      </div>
      <ShortListField
        label={<span className="portal-hidden">Año</span>}
        placeholder="Año"
        options={listYears(type)}
        value={filter.year === undefined ? '' : String(filter.year)}
        onChange={(year) => onFilter({ q: filter.q, ...(year === '' ? {} : { year: Number(year) }) })}
      />
      {isWide ? (
        <>
          {compares && (
            <Button variant="text" leftSection={<IconArrowsDiff {...iconSize} />} onClick={onCompare}>
              Comparar
            </Button>
          )}
          <Button variant="text" leftSection={<IconPrinter {...iconSize} />} onClick={onPrint}>
            Imprimir
          </Button>
        </>
      ) : (
        <ActionMenu label="Más acciones de la lista" title="Mis Exámenes">
          {compares && (
            <MenuButton icon={IconArrowsDiff} onClick={onCompare}>
              Comparar
            </MenuButton>
          )}
          <MenuButton icon={IconPrinter} onClick={onPrint}>
            Imprimir
          </MenuButton>
        </ActionMenu>
      )}
    </Cluster>
  )
}
