import { IconTools } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

/** Stands for a part of a page that is still being built. */
export function BuildingPart() {
  return (
    <EmptyState icon={IconTools} title="En construcción">
      Estamos construyendo esta parte. Pronto podrás usarla.
    </EmptyState>
  )
}
