import { IconChecklist } from '@tabler/icons-react'
import { ConsentsList } from '../consents/consents-list.tsx'
import { DataCard } from './data-card.tsx'

/** Shows what the patient agreed to, and how to withdraw it. */
export function ConsentsCard() {
  return (
    <DataCard title="Mis consentimientos" icon={IconChecklist} wide>
      <ConsentsList />
    </DataCard>
  )
}
