import { imageAddress } from '@mi-portal/contract/clinic/public-clinic'
import { FileButton } from '../../ui/file-button.tsx'
import { useAddImage } from './clinic-admin.queries.ts'
import { UploadOutcome } from './upload-outcome.tsx'

/** The images of the package, and the upload of another one. An image with a name that exists replaces it. */
export function ImagesPart({ images }: { images: readonly Readonly<Record<string, unknown>>[] }) {
  const add = useAddImage()
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="portal-card grid grid-cols-1 gap-4 p-6">
        <p>
          SVG, PNG, JPG o WebP de hasta 1 MB, con un nombre en minúsculas como «logo.svg». Una imagen con el
          mismo nombre reemplaza la anterior.
        </p>
        <div className="flex flex-wrap gap-3">
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
      <ul className="plain-list grid grid-cols-[repeat(auto-fill,minmax(min(13.75rem,100%),1fr))] gap-4 [&_img]:w-full [&_img]:h-[120px] [&_img]:object-contain [&_img]:border [&_img]:border-line-strong [&_img]:rounded-md [&_img]:bg-sub">
        {images.map((image) => (
          <li key={String(image['name'])}>
            <img
              src={imageAddress({ name: String(image['name']), sha256: String(image['sha256']) })}
              alt=""
              loading="lazy"
            />
            <span className="block type-meta font-normal text-muted">{String(image['name'])}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
