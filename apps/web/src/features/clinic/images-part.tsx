import { imageAddress } from '@mi-portal/contract/clinic/public-clinic'
import { FileButton } from '../../ui/file-button.tsx'
import classes from './clinic.module.css'
import { useAddImage } from './clinic-admin.queries.ts'
import { UploadOutcome } from './upload-outcome.tsx'

/** The images of the package, and the upload of another one. An image with a name that exists replaces it. */
export function ImagesPart({ images }: { images: readonly Readonly<Record<string, unknown>>[] }) {
  const add = useAddImage()
  return (
    <div className={classes.stack}>
      <div className={`portal-card ${classes.card}`}>
        <p>
          SVG, PNG, JPG o WebP de hasta 1 MB, con un nombre en minúsculas como «logo.svg». Una imagen con el
          mismo nombre reemplaza la anterior.
        </p>
        <div className={classes.buttons}>
          <FileButton
            label="Imagen"
            accept=".svg,.png,.jpg,.jpeg,.webp"
            loading={add.isPending}
            onFile={add.mutate}
          >
            Subir imagen
          </FileButton>
        </div>
        <UploadOutcome
          upload={add}
          stored="La imagen quedó en el borrador"
          rejected="La imagen no se puede usar"
        />
      </div>
      <ul className={classes.gallery}>
        {images.map((image) => (
          <li key={String(image['name'])}>
            <img
              src={imageAddress({ name: String(image['name']), sha256: String(image['sha256']) })}
              alt=""
              loading="lazy"
            />
            <span className={classes.small}>{String(image['name'])}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
