/** Runs before the setup of every screen test: writes the data block of the demonstration clinic, as the server does. */
import clinic from './demonstration-clinic.json' with { type: 'json' }

const block = document.createElement('script')
block.type = 'application/json'
block.id = 'portal-config'
block.textContent = JSON.stringify({ clinic })
document.head.append(block)
