import { Notice } from '../../ui/notice.tsx'

/** Explains to a user whose document is a passport how to get the exams of images and procedures. */
export function PassportNotice() {
  return (
    <Notice kind="info">
      Los usuarios con pasaporte deben ingresar con RUN chileno para ver exámenes de imágenes y
      procedimientos, o retirarlos en forma presencial.
    </Notice>
  )
}
