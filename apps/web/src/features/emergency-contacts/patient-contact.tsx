/** The emergency contact of a patient, as staff see it. */
import { useQuery } from '@tanstack/react-query'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { ContactData } from './contact-data.tsx'
import { patientContactQuery } from './emergency-contacts.queries.ts'

export function PatientContact({ patientId }: { patientId: number }) {
  const query = useQuery(patientContactQuery(patientId))
  return (
    <section className="portal-card grid gap-4 p-6 mt-4" aria-labelledby="contacto-de-emergencia">
      <h2 id="contacto-de-emergencia">Contacto de emergencia</h2>
      <QueryContent query={query} skeleton={<BlockSkeleton height={72} />}>
        {(contact) =>
          contact ? <ContactData contact={contact} /> : <p className="text-muted">Sin información</p>
        }
      </QueryContent>
    </section>
  )
}
