import { profileEndpoints } from '@mi-portal/contract/profile'
import { routes } from '../../platform/context/operation.ts'
import { getPhotoAddresses, openPhoto } from './store-photos.ts'

const { photos: addresses, photo } = profileEndpoints

export const photoRoutes = routes(
  { addresses, photo },
  {
    addresses: getPhotoAddresses,
    photo: openPhoto,
  },
)
