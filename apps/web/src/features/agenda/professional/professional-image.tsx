/** The photo of a professional: staff choose one, which is stored at once, or remove it. */
import type { WholeProfessional } from '@mi-portal/contract/agenda/professionals'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhotoField } from '../../../ui/photo-field.tsx'
import { useChangeProfessionalImage } from '../agenda.queries.ts'

export function ProfessionalImage({ professional }: { professional: WholeProfessional }) {
  const { id, name, doctor_image } = professional
  const change = useChangeProfessionalImage(id)
  return (
    <section className="portal-card grid grid-cols-1 gap-4 p-6 max-desktop:p-4" aria-labelledby="foto-titulo">
      <h2 id="foto-titulo">Fotografía</h2>
      <PhotoField
        id="foto"
        label="Foto del profesional"
        optional
        file={null}
        current={doctor_image}
        alt={`Foto de ${name}`}
        onChange={(file) => file && change.mutate(file)}
      />
      {doctor_image !== null && (
        <div>
          <Button size="sm" variant="subtle" loading={change.isPending} onClick={() => change.mutate(null)}>
            Quitar foto
          </Button>
        </div>
      )}
      {change.isSuccess && (
        <Notice
          kind="success"
          announce
          title={
            doctor_image === null ? 'Quitamos la foto.' : 'Guardamos la foto. Los pacientes ya pueden verla.'
          }
        />
      )}
      {change.isError && <ErrorNotice error={change.error} />}
    </section>
  )
}
