export { createSecretBox } from '../secrets/secret-box.ts'
export { addKey, rotateSecrets } from './rotate-secrets.ts'
