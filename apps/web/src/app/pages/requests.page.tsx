/** The start of every request: a document, or a message to the clinic. */
import { describeAnswerTime } from '@mi-portal/contract/clinic/promise'
import { IconFileText, IconMessageCircle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { paths } from '../paths.ts'

const wayLook =
  'grid justify-items-start grid-rows-[auto_auto_1fr] gap-3 p-6 [&>svg]:text-link [&_p]:text-muted max-desktop:p-4'

const DocumentRequestDialog = lazyComponent(
  async () =>
    (await import('../../features/service-requests/documents/document-request-dialog.tsx'))
      .DocumentRequestDialog,
)

export function RequestsPage() {
  const user = useCurrentUser()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <PageHeading title="Solicitudes" lead={describeAnswerTime(portal.clinic.promises.documents)} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(320px,100%),1fr))] gap-4">
        <section className={`portal-card ${wayLook}`} aria-labelledby="solicitar-documentos">
          <IconFileText size={32} stroke={1.75} aria-hidden />
          <h2 id="solicitar-documentos">Solicitar documentos</h2>
          <p>Certificados, informes, recetas y copias de tu ficha clínica.</p>
          <Button onClick={() => setAsking(true)}>Solicitar documento</Button>
          <ButtonLink
            variant="subtle"
            size="sm"
            to={paths.appointments}
            params={{ id: 'solicitar-documento' }}
          >
            Ver mis documentos
          </ButtonLink>
        </section>
        <section className={`portal-card ${wayLook}`} aria-labelledby="contactanos">
          <IconMessageCircle size={32} stroke={1.75} aria-hidden />
          <h2 id="contactanos">Contáctanos</h2>
          <p>Sugerencias, reclamos, felicitaciones y ayuda con el portal o tus exámenes.</p>
          <ButtonLink variant="soft" to={paths.contact}>
            Escribir a la clínica
          </ButtonLink>
          <ButtonLink variant="subtle" size="sm" to={paths.contact} search={{ tab: 'anteriores' }}>
            Ver contactos anteriores
          </ButtonLink>
        </section>
      </div>
      {asking && user && (
        <Suspense>
          <DocumentRequestDialog ownId={user.id} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
