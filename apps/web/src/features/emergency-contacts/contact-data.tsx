import type { EmergencyContact } from '@mi-portal/contract/emergency-contacts'

/** The data of an emergency contact, each value below its label. */
export function ContactData({ contact }: { contact: EmergencyContact }) {
  const rows = [
    ['Nombre', contact.name],
    ['Relación', contact.relationship],
    ['Teléfono', contact.phone],
  ] as const
  return (
    <dl className="grid m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:mx-0 [&_dd]:mt-1 [&_dd]:mb-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere grid-cols-[repeat(auto-fill,minmax(min(180px,100%),1fr))] gap-4">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
