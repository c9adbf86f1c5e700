import type { Reply } from '@mi-portal/contract/calls/endpoint'
import type { installationEndpoints } from '@mi-portal/contract/installation'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { IdentitySection } from './identity-section.tsx'
import { useReloadInstallation } from './installation.queries.ts'
import { MailSection } from './mail-section.tsx'
import { MissingList } from './missing-list.tsx'
import { BackupSection, ProtectionSection } from './protection-sections.tsx'

const ClinicLaunch = lazyComponent(async () => (await import('../clinic/clinic-admin.page.tsx')).ClinicLaunch)

/** What is still missing, and the steps in the order in which most installations take them. */
export function LaunchSteps({ state }: { state: Reply<typeof installationEndpoints.state> }) {
  const reload = useReloadInstallation()
  const hash = useRouterState({ select: ({ location }) => location.hash })
  // The sections exist only after the state was loaded, so the browser cannot scroll to one by itself.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.focus()
  }, [hash])
  return (
    <div className="grid grid-cols-1 gap-4">
      {state.missing.length === 0 ? (
        <Notice kind="success" title="No falta nada para abrir el portal a los pacientes">
          Si más adelante falta algo, aparecerá aquí y en «Inicio».
        </Notice>
      ) : (
        <MissingList title="Falta para abrir" items={state.missing} withRemedies />
      )}
      <Step id="clinica" title="Clínica">
        <p>
          Todo lo propio de la clínica está en un paquete: sedes, especialidades, exámenes, textos y colores.
          Sube uno como archivo ZIP, o crea uno nuevo con los datos básicos y complétalo después. Nada se
          publica hasta que lo confirmes.
        </p>
        <Suspense fallback={<BlockSkeleton height={160} />}>
          <ClinicLaunch onPublished={reload} />
        </Suspense>
      </Step>
      <Step id="sedes" title="Sedes, marca y textos">
        <p>
          Revisa las sedes con sus teléfonos y horarios, el logo y los colores, y los textos legales. El
          contenido clínico se ofrece a los pacientes cuando un profesional de la clínica lo aprueba.
        </p>
        <div className="flex flex-wrap gap-3 max-desktop:*:flex-[1_1_100%]">
          <ButtonLink variant="default" to="/admin/clinica/$part" params={{ part: 'sites' }}>
            Sedes
          </ButtonLink>
          <ButtonLink variant="default" to="/admin/clinica/$part" params={{ part: 'branding' }}>
            Marca
          </ButtonLink>
          <ButtonLink variant="default" to="/admin/clinica/$part" params={{ part: 'approvals' }}>
            Aprobaciones
          </ButtonLink>
          <ButtonLink variant="default" to="/admin/privacidad">
            Textos legales
          </ButtonLink>
        </div>
      </Step>
      <Step id="correo" title="Correo">
        <MailSection hasServer={state.mail.has_server} />
      </Step>
      <Step id="identidad" title="Identidad de quienes se registran">
        <IdentitySection identity={state.identity} />
      </Step>
      <Step id="copias" title="Copias de seguridad">
        <BackupSection lastAt={state.backup.last_at} />
      </Step>
      <Step id="seguridad" title="Conexión y seguridad">
        <ProtectionSection connection={state.connection} missing={state.missing} />
      </Step>
    </div>
  )
}

/** One section of the page. `id` is the target of links from the list of what is missing. */
function Step({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="portal-card grid grid-cols-1 gap-4 p-6 max-desktop:p-4" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
