import { useNavigate } from '@tanstack/react-router'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { useCreateProfessional } from '../agenda.queries.ts'
import { BackToProfessionals } from './back-to-professionals.tsx'
import { ProfessionalForm } from './professional-form.tsx'

export function NewProfessional() {
  const navigate = useNavigate()
  const create = useCreateProfessional()
  const made = create.data?.professional
  return (
    <>
      <BackToProfessionals />
      <PageHeading title="Crear profesional" lead="Con su calendario semanal." />
      <ProfessionalForm before={null} save={create} />
      {made && (
        <ResultDialog
          opened
          kind="success"
          title="Profesional creado con éxito"
          action={{
            label: 'Ver agenda',
            onClick: () => navigate({ to: '/admin/agenda', search: { profesional: made.id } }),
          }}
          onClose={() => navigate({ to: '/admin/agenda' })}
        >
          {made.name}
        </ResultDialog>
      )}
    </>
  )
}
