import type { EmergencyContact } from '@mi-portal/contract/emergency-contacts'
import facts from '../../ui/facts.module.css'
import classes from './emergency-contacts.module.css'

/** The data of an emergency contact, each value below its label. */
export function ContactData({ contact }: { contact: EmergencyContact }) {
  const rows = [
    ['Nombre', contact.name],
    ['Relación', contact.relationship],
    ['Teléfono', contact.phone],
  ] as const
  return (
    <dl className={`${facts.data} ${classes.data}`}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
