import { IconEye } from '@tabler/icons-react'
import { TextLink } from '../../ui/text-link.tsx'
import { DataCard } from './data-card.tsx'

/** Links to the list of accesses to the patient's data. */
export function AccessCard() {
  return (
    <DataCard title="Quién vio mis datos" icon={IconEye}>
      <TextLink to="/dashboard/perfil" search={{ tab: 'quien-vio-mis-datos' }}>
        Ver quién vio mis datos
      </TextLink>
    </DataCard>
  )
}
