import { Notice } from '../../ui/notice.tsx'

/** What a person who signed in with a passport has to know about exams. */
export function PassportNotice() {
  return (
    <Notice kind="info">
      Los usuarios con pasaporte deben ingresar con RUN chileno para ver exámenes de imágenes y
      procedimientos, o retirarlos en forma presencial.
    </Notice>
  )
}
