import { IconShieldLock } from '@tabler/icons-react'
import { TextLink } from '../../ui/text-link.tsx'
import { DataCard } from './data-card.tsx'

/** Explains how the data is used and who is responsible, with a link to the privacy notice. */
export function PolicyCard() {
  return (
    <DataCard title="Cómo cuidamos tus datos" icon={IconShieldLock}>
      <TextLink to="/privacidad">Leer el aviso de privacidad</TextLink>
    </DataCard>
  )
}
