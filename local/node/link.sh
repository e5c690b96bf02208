# Links the Node.js that npm ci has installed as node_modules/.bin/node. npm 10, which comes with Node.js 20, makes this
# link and then removes it together with the package of the other processor, which has a program of the same name.
cd node_modules/.bin || exit
for node in ../node-linux-*/bin/node; do
  if [ -f "$node" ]; then ln -sf "$node" node; fi
done
